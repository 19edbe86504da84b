// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IErc20} from "./Interfaces.sol";

/// A maker that is a contract: one operator signs for it.
contract ContractMaker {
    bytes32 public constant OPERATOR_ROLE = keccak256("OPERATOR_ROLE");
    address private immutable operator;

    constructor(address _operator) {
        operator = _operator;
    }

    function hasRole(bytes32 role, address account) external view returns (bool) {
        return role == OPERATOR_ROLE && account == operator;
    }

    function approve(address token, address spender, uint256 amount) external {
        IErc20(token).approve(spender, amount);
    }
}
