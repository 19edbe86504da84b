// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseOption} from "../BaseOption.sol";

/// One strike.
abstract contract VanillaOption is BaseOption {
    function requireValidStrikes(uint256[] memory k) internal pure override {
        require(k.length == 1 && k[0] > 0, "Invalid strikes");
    }
}

/// Collateral: the strike, in the quote currency.
contract Put is VanillaOption {
    function optionType() public pure override returns (uint256) {
        return 0x0101;
    }

    function intrinsicValue(uint256 price, uint256[] memory k) internal pure override returns (uint256) {
        return price < k[0] ? k[0] - price : 0;
    }

    function collateralPerContract(uint256[] memory k) internal pure override returns (uint256, uint256) {
        return (k[0], PRICE_DECIMALS);
    }
}

/// Collateral: the strike, in the quote currency, so that the value is capped at twice the strike.
contract LinearCall is VanillaOption {
    function optionType() public pure override returns (uint256) {
        return 0x0100;
    }

    function intrinsicValue(uint256 price, uint256[] memory k) internal pure override returns (uint256) {
        if (price <= k[0]) return 0;
        return price - k[0] < k[0] ? price - k[0] : k[0];
    }

    function collateralPerContract(uint256[] memory k) internal pure override returns (uint256, uint256) {
        return (k[0], PRICE_DECIMALS);
    }
}

/// Collateral: one underlying token, in which it pays too.
contract InverseCall is VanillaOption {
    function optionType() public pure override returns (uint256) {
        return 0x0000;
    }

    function intrinsicValue(uint256 price, uint256[] memory k) internal pure override returns (uint256) {
        return price > k[0] ? price - k[0] : 0;
    }

    function collateralPerContract(uint256[] memory) internal pure override returns (uint256, uint256) {
        return (1, 1);
    }
}
