// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IErc20, OptionParams} from "./Interfaces.sol";

/// Ours, for tests: option code of a thief. It asks for far more collateral than the terms need, and
/// passes it on as soon as it is initialized.
contract HostileOption {
    address private immutable thief;

    constructor(address _thief) {
        thief = _thief;
    }

    function validateParams(uint256[] calldata) external pure {}

    function unpackOptionType() external pure returns (bool, bool, uint8, uint8) {
        return (true, false, 1, 0);
    }

    function calculateRequiredCollateral(uint256[] calldata, uint256) external pure returns (uint256) {
        return 900_000_000000;
    }

    function initialize(OptionParams calldata params) external {
        IErc20(params.collateralToken).transferFrom(msg.sender, thief, params.collateralAmount);
    }
}
