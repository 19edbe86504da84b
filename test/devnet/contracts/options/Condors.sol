// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseOption} from "../BaseOption.sol";
import {Strikes} from "../Libraries.sol";

/// Four strikes with equal wings; a plateau between the inner two. Collateral: one wing.
abstract contract CondorOption is BaseOption {
    function requireValidStrikes(uint256[] memory k) internal pure override {
        require(k.length == 4 && k[0] > 0, "Invalid strikes");
        Strikes.requireRising(k);
        require(k[1] - k[0] == k[3] - k[2], "Wings must be equal");
    }

    function intrinsicValue(uint256 price, uint256[] memory k) internal pure override returns (uint256) {
        if (price <= k[0] || price >= k[3]) return 0;
        if (price < k[1]) return price - k[0];
        return price <= k[2] ? k[1] - k[0] : k[3] - price;
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

contract CallCondor is CondorOption {
    function optionType() public pure override returns (uint256) {
        return 0x3100;
    }
}

contract PutCondor is CondorOption {
    function optionType() public pure override returns (uint256) {
        return 0x3101;
    }
}

/// Pays on the plateau like a condor, but locks two wings.
contract Ranger is CondorOption {
    function optionType() public pure override returns (uint256) {
        return 0xe;
    }

    function unpackOptionType() public pure override returns (bool, bool, uint8, uint8) {
        return (true, false, 0xe, 0);
    }

    function collateralPerContract(uint256[] memory k) internal pure override returns (uint256, uint256) {
        return (2 * (k[1] - k[0]), PRICE_DECIMALS);
    }

    function getZone() external view returns (uint256 zoneLower, uint256 zoneUpper) {
        uint256[] memory k = Strikes.ascending(strikes);
        return (k[1], k[2]);
    }

    function getSpreadWidth() external view returns (uint256) {
        uint256[] memory k = Strikes.ascending(strikes);
        return k[1] - k[0];
    }
}

/// A put spread below and a call spread above: pays in the wings and nothing in the body.
contract IronCondor is BaseOption {
    function optionType() public pure override returns (uint256) {
        return 0x4100;
    }

    function requireValidStrikes(uint256[] memory k) internal pure override {
        require(k.length == 4 && k[0] > 0, "Invalid strikes");
        require(k[0] < k[1] && k[1] <= k[2] && k[2] < k[3], "Strikes must rise");
    }

    function intrinsicValue(uint256 price, uint256[] memory k) internal pure override returns (uint256) {
        if (price < k[1]) return price > k[0] ? k[1] - price : k[1] - k[0];
        if (price > k[2]) return price < k[3] ? price - k[2] : k[3] - k[2];
        return 0;
    }

    /// The wider wing: only one of the two can pay.
    function collateralPerContract(uint256[] memory k) internal pure override returns (uint256, uint256) {
        uint256 lower = k[1] - k[0];
        uint256 upper = k[3] - k[2];
        return (lower > upper ? lower : upper, PRICE_DECIMALS);
    }
}
