// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Tokens} from "../Libraries.sol";
import {FactoryState} from "./FactoryState.sol";
import {QuotationParameters, QuotationTracking} from "./Rfq.sol";

/// Patterns of requests whose fees are shared. Half of a fee counts for the referral; the owner alone
/// withdraws both halves.
abstract contract Referrals is FactoryState {
    struct Pattern {
        address collateral;
        address collateralPriceFeed;
        address implementation;
        uint256[] strikes;
        uint256 expiryTimestamp;
        bool isRequestingLongPosition;
        bytes extraOptionData;
    }

    uint256 private lastReferralId;
    mapping(uint256 => Pattern) private patterns;
    mapping(uint256 => address) public referralOwner;
    mapping(uint256 => uint256) public referralFees;
    mapping(uint256 => QuotationTracking) public quotationTracking;

    /// Ids count from one: zero means no referral.
    function registerReferral(QuotationParameters calldata params) external returns (uint256 referralId) {
        if (params.requester != msg.sender) revert OnlyRequesterAllowed();
        if (!params.isRequestingLongPosition) revert ReferralMustBeLong();
        referralId = ++lastReferralId;
        referralOwner[referralId] = msg.sender;
        patterns[referralId] = patternOf(params);
        emit ReferralRegistered(referralId, msg.sender);
    }

    function returnReferralParameters(uint256 referralId)
        external
        view
        returns (
            address collateral,
            address collateralPriceFeed,
            address implementation,
            uint256[] memory strikes,
            uint256 expiryTimestamp,
            bool isRequestingLongPosition,
            bytes memory extraOptionData
        )
    {
        Pattern memory p = patterns[referralId];
        return (
            p.collateral,
            p.collateralPriceFeed,
            p.implementation,
            p.strikes,
            p.expiryTimestamp,
            p.isRequestingLongPosition,
            p.extraOptionData
        );
    }

    function withdrawFees(address token, uint256[] calldata referralIds) external onlyOwner {
        uint256 amount = pendingFees[token];
        pendingFees[token] = 0;
        for (uint256 i = 0; i < referralIds.length; i++) {
            uint256 id = referralIds[i];
            if (patterns[id].collateral != token) revert InvalidReferralId();
            if (referralFees[id] == 0) revert InsufficientReferralBalance();
            amount += referralFees[id];
            referralFees[id] = 0;
        }
        Tokens.push(token, msg.sender, amount);
        emit FeesWithdrawn(msg.sender, token, amount);
    }

    function track(uint256 quotationId, QuotationParameters calldata params, QuotationTracking calldata by)
        internal
    {
        quotationTracking[quotationId] = by;
        if (by.referralId == 0) return;
        address referrer = referralOwner[by.referralId];
        if (referrer == address(0)) revert InvalidReferralId();
        if (referrer == params.requester) revert SelfReferralNotAllowed();
        bytes32 asked = keccak256(abi.encode(patternOf(params)));
        if (asked != keccak256(abi.encode(patterns[by.referralId]))) revert ReferralParamMismatch();
    }

    function credit(uint256 quotationId, address token, uint256 fee) internal {
        uint256 id = quotationTracking[quotationId].referralId;
        uint256 share = id == 0 ? 0 : fee / 2;
        pendingFees[token] += fee - share;
        if (share == 0) return;
        referralFees[id] += share;
        emit ReferralRFQExecuted(id, quotationId, share);
    }

    function patternOf(QuotationParameters calldata params) private pure returns (Pattern memory) {
        return Pattern({
            collateral: params.collateral,
            collateralPriceFeed: params.collateralPriceFeed,
            implementation: params.implementation,
            strikes: params.strikes,
            expiryTimestamp: params.expiryTimestamp,
            isRequestingLongPosition: params.isRequestingLongPosition,
            extraOptionData: params.extraOptionData
        });
    }
}
