// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseOption} from "../BaseOption.sol";
import {Strikes} from "../Libraries.sol";

/// Two strikes; collateral: their distance.
abstract contract SpreadOption is BaseOption {
    function requireValidStrikes(uint256[] memory k) internal pure override {
        require(k.length == 2 && k[0] > 0, "Invalid strikes");
        Strikes.requireRising(k);
    }

    function clamp(uint256 price, uint256[] memory k) internal pure returns (uint256) {
        if (price < k[0]) return k[0];
        return price < k[1] ? price : k[1];
    }

    function collateralPerContract(uint256[] memory k)
        internal
        pure
        virtual
        override
        returns (uint256, uint256)
    {
        return (k[1] - k[0], PRICE_DECIMALS);
    }
}

contract CallSpread is SpreadOption {
    function optionType() public pure override returns (uint256) {
        return 0x1100;
    }

    function intrinsicValue(uint256 price, uint256[] memory k) internal pure override returns (uint256) {
        return clamp(price, k) - k[0];
    }
}

contract PutSpread is SpreadOption {
    function optionType() public pure override returns (uint256) {
        return 0x1101;
    }

    function intrinsicValue(uint256 price, uint256[] memory k) internal pure override returns (uint256) {
        return k[1] - clamp(price, k);
    }
}

/// Pays in the underlying, and never more of it than at the upper strike.
contract InverseCallSpread is SpreadOption {
    function optionType() public pure override returns (uint256) {
        return 0x1000;
    }

    function intrinsicValue(uint256 price, uint256[] memory k) internal pure override returns (uint256) {
        return clamp(price, k) - k[0];
    }

    function collateralPerContract(uint256[] memory k) internal pure override returns (uint256, uint256) {
        return (k[1] - k[0], k[1]);
    }
}
