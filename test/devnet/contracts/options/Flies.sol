// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseOption} from "../BaseOption.sol";
import {Strikes} from "../Libraries.sol";

/// Three strikes at equal distances; a tent over the middle one. Collateral: the distance.
abstract contract FlyOption is BaseOption {
    function requireValidStrikes(uint256[] memory k) internal pure override {
        require(k.length == 3 && k[0] > 0, "Invalid strikes");
        Strikes.requireRising(k);
        require(k[1] - k[0] == k[2] - k[1], "Strikes must be equidistant");
    }

    function intrinsicValue(uint256 price, uint256[] memory k) internal pure override returns (uint256) {
        if (price <= k[0] || price >= k[2]) return 0;
        return price <= k[1] ? price - k[0] : k[2] - price;
    }

    function collateralPerContract(uint256[] memory k) internal pure override returns (uint256, uint256) {
        return (k[1] - k[0], PRICE_DECIMALS);
    }
}

contract CallFly is FlyOption {
    function optionType() public pure override returns (uint256) {
        return 0x2100;
    }
}

contract PutFly is FlyOption {
    function optionType() public pure override returns (uint256) {
        return 0x2101;
    }
}
