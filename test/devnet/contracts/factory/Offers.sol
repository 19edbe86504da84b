// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ecdsa} from "../Libraries.sol";
import {Referrals} from "./Referrals.sol";
import {Quotation} from "./Rfq.sol";

/// Sealed offers: made and withdrawn by their makers, checked when they are revealed or accepted.
abstract contract Offers is Referrals {
    bytes32 public constant OFFER_TYPEHASH =
        keccak256("Offer(uint256 quotationId,uint256 offerAmount,address offeror,uint64 nonce)");

    function makeOfferForQuotation(
        uint256 quotationId,
        bytes calldata signature,
        string calldata signingKey,
        string calldata encryptedOfferForRequester
    ) external {
        Quotation storage q = active(quotationId);
        if (block.timestamp > q.params.offerEndTimestamp) revert OfferPeriodEnded();
        if (signature.length == 0) revert InvalidSignature();
        offerSignatures[quotationId][msg.sender] = signature;
        emit OfferMade(quotationId, msg.sender, signature, signingKey, encryptedOfferForRequester);
    }

    /// Until the end of the reveal. The leader is bound by its reveal.
    function cancelOfferForQuotation(uint256 quotationId) external {
        Quotation storage q = active(quotationId);
        if (block.timestamp > revealEnd(q)) revert RevealPeriodEnded();
        if (q.state.currentWinner == msg.sender) revert OfferPeriodEnded();
        bytes memory signature = offerSignatures[quotationId][msg.sender];
        if (signature.length == 0) revert NoOfferMade();
        delete offerSignatures[quotationId][msg.sender];
        emit OfferCancelled(quotationId, msg.sender, signature);
    }

    /// Anyone who knows an offer may reveal it. The first must keep to the reserve, the next ones must be
    /// better: lower for a requester who buys, higher for one who sells.
    function revealOffer(uint256 quotationId, uint256 offerAmount, uint64 nonce, address offeror) external {
        Quotation storage q = active(quotationId);
        if (block.timestamp <= q.params.offerEndTimestamp) revert RevealPeriodNotStarted();
        if (block.timestamp > revealEnd(q)) revert RevealPeriodEnded();
        requireOffer(quotationId, offerAmount, nonce, offeror);
        requireCounterparty(q, offeror);
        requireCompetitive(q, offerAmount);
        q.state.currentWinner = offeror;
        q.state.currentBestPriceOrReserve = offerAmount;
        emit OfferRevealed(quotationId, offeror, offerAmount);
    }

    function requireCounterparty(Quotation storage q, address offeror) internal view virtual;

    function revealEnd(Quotation storage q) internal view returns (uint256) {
        return q.params.offerEndTimestamp + REVEAL_WINDOW;
    }

    function requireCompetitive(Quotation storage q, uint256 amount) private view {
        uint256 best = q.state.currentBestPriceOrReserve;
        bool isFirst = q.state.currentWinner == address(0);
        bool isBetter = q.params.isRequestingLongPosition ? amount < best : amount > best;
        if (!isBetter && !(isFirst && amount == best)) revert OfferNotCompetitive();
    }

    function requireOffer(uint256 quotationId, uint256 amount, uint64 nonce, address offeror) internal view {
        bytes memory signature = offerSignatures[quotationId][offeror];
        if (signature.length == 0) revert NoOfferMade();
        bytes32 structHash = keccak256(abi.encode(OFFER_TYPEHASH, quotationId, amount, offeror, nonce));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", domainSeparator(), structHash));
        if (Ecdsa.tryRecover(digest, signature) != offeror) revert InvalidSignature();
    }

    function domainSeparator() private view returns (bytes32) {
        (string memory name, string memory version) = domainNames();
        return keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256(bytes(name)),
                keccak256(bytes(version)),
                block.chainid,
                address(this)
            )
        );
    }

    function domainNames() private view returns (string memory, string memory) {
        return (
            bytes(behaviour.name).length == 0 ? "OptionFactory" : behaviour.name,
            bytes(behaviour.version).length == 0 ? "1.0" : behaviour.version
        );
    }

    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        )
    {
        (name, version) = domainNames();
        return (hex"0f", name, version, block.chainid, address(this), bytes32(0), new uint256[](0));
    }
}
