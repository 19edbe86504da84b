// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IOption} from "../Interfaces.sol";
import {Clones} from "../Libraries.sol";
import {Offers} from "./Offers.sol";
import {Quotation, QuotationParameters} from "./Rfq.sol";

/// Requests for a side of an option that exists. An option obeys the factory that it names.
abstract contract ExistingOptions is Offers {
    /// The ABI has no error for terms that differ from the option's, nor for a second active request:
    /// the first is InvalidOptionOwnership here, the second a revert without data.
    function requireOption(QuotationParameters calldata params) internal view {
        address target = params.existingOptionAddress;
        if (Clones.implementationOf(target) != params.implementation || target == params.implementation) {
            revert InvalidOptionOwnership();
        }
        IOption option = IOption(target);
        if (option.factory() != address(this)) revert InvalidOptionOwnership();
        if (option.optionSettled() || block.timestamp >= option.expiryTimestamp()) revert OptionExpired();
        if (holderOf(option, params.isRequestingLongPosition) != params.requester) {
            revert InvalidOptionOwnership();
        }
        if (option.buyer() == option.seller()) revert OptionOwnedBySameParty();
        if (behaviour.refusesBookOptions && originOf(option) != address(this)) {
            revert InvalidOptionOwnership();
        }
        if (params.collateral != option.collateralToken()) revert TokenMismatch();
        bool isSame = params.collateralPriceFeed == option.chainlinkPriceFeed()
            && params.numContracts == option.numContracts()
            && params.expiryTimestamp == option.expiryTimestamp()
            && keccak256(abi.encode(params.strikes)) == keccak256(abi.encode(option.getStrikes()))
            && (params.extraOptionData.length == 0
                || keccak256(params.extraOptionData) == keccak256(option.packExtraOptionData()));
        if (!isSame) revert InvalidOptionOwnership();
        uint256 other = activeRfqForOption[target];
        if (other < all.length && all[other].state.isActive
            && all[other].params.existingOptionAddress == target) revert();
    }

    /// Whether the option is still as it was at the request.
    function isUnchanged(QuotationParameters storage params) internal view returns (bool) {
        IOption option = IOption(params.existingOptionAddress);
        return holderOf(option, params.isRequestingLongPosition) == params.requester
            && !option.optionSettled() && block.timestamp < option.expiryTimestamp()
            && option.numContracts() == params.numContracts;
    }

    /// A requester who wants to be long buys back the seller's side.
    function holderOf(IOption option, bool isRequestingLong) private view returns (address) {
        return isRequestingLong ? option.seller() : option.buyer();
    }

    /// The creator of the option that this one was split from.
    function originOf(IOption option) private view returns (address) {
        address parent = option.optionParent();
        return parent == address(0) ? option.creator() : originOf(IOption(parent));
    }

    function requireCounterparty(Quotation storage q, address offeror) internal view override {
        if (offeror == q.params.requester) revert OptionOwnedBySameParty();
        address option = q.params.existingOptionAddress;
        if (option == address(0) || behaviour.allowsSameParty) return;
        if (offeror == holderOf(IOption(option), !q.params.isRequestingLongPosition)) {
            revert OptionOwnedBySameParty();
        }
    }
}
