// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IErc20, IOption, IOptionBook, Order} from "../Interfaces.sol";
import {Tokens} from "../Libraries.sol";
import {FactoryState} from "./FactoryState.sol";
import {Quotation, QuotationParameters} from "./Rfq.sol";
import {Settlement} from "./Settlement.sol";

/// The half of the factory that settles, which runs in the factory's place: one contract holds no more
/// than 24 kB. Besides makers' offers, a signed order of the book can fill a request: the factory takes it
/// and hands its side to the requester.
contract SettlementExtension is Settlement {
    constructor(address _historicalTWAPConsumer, uint256 _revealWindow)
        FactoryState(_historicalTWAPConsumer, _revealWindow)
    {}

    /// Another book than the pinned one is UnauthorizedRouter here.
    function settleQuotationEarlyByOrderBook(
        uint256 quotationId,
        address optionBook,
        Order calldata order,
        bytes calldata signature
    ) external {
        Quotation storage q = active(quotationId);
        requireEarly(q);
        if (optionBook != pinnedBook) revert UnauthorizedRouter();
        requireSameTerms(q.params, order);
        uint256 premium = order.price * order.numContracts / 1e8;
        raiseDeposit(q, premium);
        bool isLong = q.params.isRequestingLongPosition;
        if (!isLong && premium < q.state.currentBestPriceOrReserve) revert OfferNotCompetitive();
        deactivate(q);
        q.state.currentWinner = order.maker;
        q.state.currentBestPriceOrReserve = premium;
        address option = fill(quotationId, q, order, signature);
        q.state.optionContract = option;
        emit OfferAcceptedFromOrderBook(quotationId, order.maker, premium, option);
        if (isLong) {
            uint256 rest = q.params.requesterDeposit - premium;
            giveBack(quotationId, order.collateral, q.params.requester, rest);
        }
        emit QuotationSettled(quotationId, q.params.requester, order.maker, option);
    }

    function fill(uint256 quotationId, Quotation storage q, Order calldata order, bytes calldata signature)
        private
        returns (address option)
    {
        bool isLong = q.params.isRequestingLongPosition;
        uint256 amount = q.state.currentBestPriceOrReserve;
        uint256 held = IErc20(order.collateral).balanceOf(address(this));
        q.params.collateralAmount =
            IOption(order.implementation).calculateRequiredCollateral(order.strikes, order.numContracts);
        if (!isLong) {
            amount = q.params.collateralAmount;
            Tokens.pull(order.collateral, q.params.requester, address(this), amount);
        }
        IErc20(order.collateral).approve(pinnedBook, amount);
        option = IOptionBook(pinnedBook).fillOrder(order, signature, address(0));
        IOption(option).transfer(isLong, q.params.requester);
        if (isLong) return option;
        // The factory sold for the requester, so the premium less the fee is here.
        uint256 received = IErc20(order.collateral).balanceOf(address(this)) - held;
        pay(quotationId, order.collateral, q.params.requester, received);
    }

    function requireSameTerms(QuotationParameters storage params, Order calldata order) private view {
        bool isSame = params.existingOptionAddress == address(0) && params.collateral == order.collateral
            && params.collateralPriceFeed == order.priceFeed
            && params.implementation == order.implementation && params.expiryTimestamp == order.expiry
            && params.numContracts == order.numContracts
            && params.isRequestingLongPosition != order.isLong
            && keccak256(abi.encode(params.strikes)) == keccak256(abi.encode(order.strikes))
            && keccak256(params.extraOptionData) == keccak256(order.extraOptionData);
        if (!isSame) revert TokenMismatch();
    }
}
