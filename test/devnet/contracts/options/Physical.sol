// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IErc20} from "../Interfaces.sol";
import {Tokens} from "../Libraries.sol";
import {VanillaOption} from "./Vanilla.sol";

/// Settled by delivery. Within the window after expiry the buyer hands the delivery token to the seller
/// and takes the collateral, or declines. An option that is not exercised in time goes to the seller.
/// The interface is `PhysicallySettledCallOption` of the public SDK; the rules are those of its guide.
/// `extraOptionData` is the ABI-encoded address of the delivery token.
abstract contract PhysicalOption is VanillaOption {
    event OptionExercised(
        address indexed buyer,
        address indexed seller,
        address collateralToken,
        address deliveryCollateral,
        uint256 collateralAmount,
        uint256 deliveryAmount
    );
    event OptionNotExercised(
        address indexed buyer,
        address indexed seller,
        address collateralToken,
        uint256 collateralAmount,
        bool explicitDecision
    );

    uint256 public constant EXERCISE_WINDOW = 1 hours;

    function deliveryCollateral() public view returns (address) {
        return abi.decode(extraOptionData, (address));
    }

    /// Rounded up, in units of the delivery token.
    function calculateDeliveryAmount() public view virtual returns (uint256);

    function isITM(uint256 price) external view returns (bool) {
        return intrinsicValue(price, strikes) > 0;
    }

    function exercise() external {
        requireDecision();
        optionSettled = true;
        uint256 amount = calculateDeliveryAmount();
        Tokens.pull(deliveryCollateral(), buyer, seller, amount);
        Tokens.push(collateralToken, buyer, collateralAmount);
        Tokens.push(collateralToken, seller, IErc20(collateralToken).balanceOf(address(this)));
        emit OptionExercised(buyer, seller, collateralToken, deliveryCollateral(), collateralAmount, amount);
    }

    function doNotExercise() external {
        requireDecision();
        optionSettled = true;
        returnToSeller(true);
    }

    /// `payout()` settles only what the buyer has left undecided.
    function settle(uint256) internal override {
        require(block.timestamp > expiryTimestamp + EXERCISE_WINDOW, "Exercise window still open");
        returnToSeller(false);
    }

    function requireDecision() private view {
        require(msg.sender == buyer, "Only buyer");
        require(!optionSettled, "Option already settled");
        require(block.timestamp >= expiryTimestamp, "Option not expired");
        require(block.timestamp <= expiryTimestamp + EXERCISE_WINDOW, "Exercise window ended");
    }

    function returnToSeller(bool isExplicit) private {
        emit OptionNotExercised(buyer, seller, collateralToken, collateralAmount, isExplicit);
        payOut(0);
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

    function calculateDeliveryAmount() public view override returns (uint256) {
        uint256 scale = PRICE_DECIMALS * 10 ** IErc20(collateralToken).decimals();
        return (strikes[0] * numContracts * 10 ** IErc20(deliveryCollateral()).decimals() + scale - 1) / scale;
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

    function calculateDeliveryAmount() public view override returns (uint256) {
        uint256 scale = 10 ** IErc20(collateralToken).decimals();
        return (numContracts * 10 ** IErc20(deliveryCollateral()).decimals() + scale - 1) / scale;
    }
}
