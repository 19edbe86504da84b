// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IErc20} from "../Interfaces.sol";
import {Tokens} from "../Libraries.sol";
import {VanillaOption} from "./Vanilla.sol";

/// Settled by delivery: the buyer hands the delivery token to the seller and takes the collateral.
/// Without balance and allowance of the buyer the option lapses. `extraOptionData` is the ABI-encoded
/// address of the delivery token.
abstract contract PhysicalOption is VanillaOption {
    function deliveryToken() public view returns (address) {
        return abi.decode(extraOptionData, (address));
    }

    /// Rounded up, in units of the delivery token.
    function deliveryAmount() public view virtual returns (uint256);

    function settle(uint256 price) internal override {
        if (intrinsicValue(price, strikes) == 0 || !hasDelivered()) payOut(0);
        else payOut(collateralAmount);
    }

    function hasDelivered() private returns (bool) {
        (bool isDone, bytes memory answer) = deliveryToken().call(
            abi.encodeCall(IErc20.transferFrom, (buyer, seller, deliveryAmount()))
        );
        return isDone && answer.length == 32 && abi.decode(answer, (bool));
    }
}

/// Collateral: one underlying token; the buyer delivers the strike in the quote currency.
contract PhysicalCall is PhysicalOption {
    function optionType() public pure override returns (uint256) {
        return 0xa;
    }

    function unpackOptionType() public pure override returns (bool, bool, uint8, uint8) {
        return (false, true, 0, 0);
    }

    function intrinsicValue(uint256 price, uint256[] memory k) internal pure override returns (uint256) {
        return price > k[0] ? price - k[0] : 0;
    }

    function collateralPerContract(uint256[] memory) internal pure override returns (uint256, uint256) {
        return (1, 1);
    }

    function deliveryAmount() public view override returns (uint256) {
        uint256 scale = PRICE_DECIMALS * 10 ** IErc20(collateralToken).decimals();
        return (strikes[0] * numContracts * 10 ** IErc20(deliveryToken()).decimals() + scale - 1) / scale;
    }
}

/// Collateral: the strike in the quote currency; the buyer delivers one underlying token.
contract PhysicalPut is PhysicalOption {
    function optionType() public pure override returns (uint256) {
        return 0xb;
    }

    function unpackOptionType() public pure override returns (bool, bool, uint8, uint8) {
        return (true, true, 1, 0);
    }

    function intrinsicValue(uint256 price, uint256[] memory k) internal pure override returns (uint256) {
        return price < k[0] ? k[0] - price : 0;
    }

    function collateralPerContract(uint256[] memory k) internal pure override returns (uint256, uint256) {
        return (k[0], PRICE_DECIMALS);
    }

    function deliveryAmount() public view override returns (uint256) {
        uint256 scale = 10 ** IErc20(collateralToken).decimals();
        return (numContracts * 10 ** IErc20(deliveryToken()).decimals() + scale - 1) / scale;
    }
}
