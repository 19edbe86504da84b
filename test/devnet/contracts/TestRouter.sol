// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Tokens} from "./Libraries.sol";
import {Token} from "./Token.sol";

/// A swap router without a market: it takes what it is told and mints what it is told.
contract TestRouter {
    function swap(address from, uint256 amountIn, address to, uint256 amountOut) external {
        require(amountOut > 0, "Nothing to swap");
        Tokens.pull(from, msg.sender, address(this), amountIn);
        Token(to).mint(msg.sender, amountOut);
    }
}
