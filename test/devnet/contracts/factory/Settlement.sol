// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IErc20, IOption, OptionParams} from "../Interfaces.sol";
import {Clones, Tokens} from "../Libraries.sol";
import {ExistingOptions} from "./ExistingOptions.sol";
import {Quotation, QuotationParameters} from "./Rfq.sol";

/// Ends of a request: premium less fee to the seller, collateral into the option or to the seller who
/// leaves it, and the rest of the escrow back to the requester.
abstract contract Settlement is ExistingOptions {
    /// After the reveal window, by anyone.
    function settleQuotation(uint256 quotationId) external {
        Quotation storage q = active(quotationId);
        if (block.timestamp <= revealEnd(q)) revert RevealPeriodNotEnded();
        if (q.state.currentWinner != address(0)) {
            settle(quotationId, q);
        } else if (isLimitOrder(q.params)) {
            requireCounterparty(q, msg.sender);
            q.state.currentWinner = msg.sender;
            settle(quotationId, q);
        } else {
            end(quotationId, q);
            if (behaviour.endsAsSettled) {
                emit QuotationSettled(quotationId, q.params.requester, address(0), address(0));
            } else {
                emit QuotationCancelled(quotationId);
            }
        }
    }

    /// Until the offers' end, by the requester.
    function settleQuotationEarly(uint256 quotationId, uint256 offerAmount, uint64 nonce, address offeror)
        external
    {
        Quotation storage q = active(quotationId);
        requireEarly(q);
        requireOffer(quotationId, offerAmount, nonce, offeror);
        requireCounterparty(q, offeror);
        raiseDeposit(q, offerAmount);
        uint256 reserve = q.state.currentBestPriceOrReserve;
        if (!q.params.isRequestingLongPosition && offerAmount < reserve) revert OfferNotCompetitive();
        q.state.currentWinner = offeror;
        q.state.currentBestPriceOrReserve = offerAmount;
        emit OfferAcceptedEarly(quotationId, offeror, offerAmount);
        settle(quotationId, q);
    }

    function cancelQuotation(uint256 quotationId) external {
        Quotation storage q = active(quotationId);
        if (msg.sender != q.params.requester) revert OnlyRequesterAllowed();
        bool isLed = q.state.currentWinner != address(0) && block.timestamp <= revealEnd(q);
        if (isLed && behaviour.refusesCancelWithWinner) revert OfferPeriodEnded();
        end(quotationId, q);
        emit QuotationCancelled(quotationId);
    }

    function requireEarly(Quotation storage q) internal view {
        if (sender() != q.params.requester) revert OnlyRequesterAllowed();
        if (block.timestamp > q.params.offerEndTimestamp) revert OfferPeriodEnded();
    }

    /// Only a swap pays for an offer above the deposit.
    function raiseDeposit(Quotation storage q, uint256 premium) internal {
        if (!q.params.isRequestingLongPosition || premium <= q.params.requesterDeposit) return;
        uint256 missing = premium - q.params.requesterDeposit;
        if (missing > swapped) revert OfferNotCompetitive();
        swapped -= missing;
        q.params.requesterDeposit = premium;
    }

    function isLimitOrder(QuotationParameters storage params) private view returns (bool) {
        return params.convertToLimitOrder && !behaviour.endsLimitOrders && msg.sender != params.requester
            && block.timestamp < params.expiryTimestamp;
    }

    function deactivate(Quotation storage q) internal {
        q.state.isActive = false;
        delete activeRfqForOption[q.params.existingOptionAddress];
    }

    function end(uint256 quotationId, Quotation storage q) private {
        deactivate(q);
        giveBack(quotationId, q.params.collateral, q.params.requester, q.params.requesterDeposit);
    }

    function settle(uint256 quotationId, Quotation storage q) private {
        address option = q.params.existingOptionAddress;
        if (option != address(0) && !isUnchanged(q.params)) {
            end(quotationId, q);
            emit SettlementFailedDueToStateChange(quotationId);
            return;
        }
        deactivate(q);
        payPremium(quotationId, q);
        if (option == address(0)) option = createOption(quotationId, q);
        else handOver(quotationId, q);
        if (q.params.isRequestingLongPosition) {
            uint256 rest = q.params.requesterDeposit - q.state.currentBestPriceOrReserve;
            giveBack(quotationId, q.params.collateral, q.params.requester, rest);
        }
        q.state.optionContract = option;
        emit QuotationSettled(quotationId, q.params.requester, q.state.currentWinner, option);
    }

    /// From the escrow of a requester who buys, else from the winner.
    function payPremium(uint256 quotationId, Quotation storage q) private {
        bool isLong = q.params.isRequestingLongPosition;
        address token = q.params.collateral;
        uint256 premium = q.state.currentBestPriceOrReserve;
        uint256 fee = feeOf(q.params, premium);
        q.state.feeCollected = fee;
        if (!isLong) Tokens.pull(token, q.state.currentWinner, address(this), premium);
        credit(quotationId, token, fee);
        emit FeePaid(quotationId, fee);
        address seller = isLong ? q.state.currentWinner : q.params.requester;
        pay(quotationId, token, seller, premium - fee);
        emit PremiumPaid(quotationId, seller, premium - fee);
    }

    /// On a buy-back the option keeps its collateral, and the old seller gets as much from the new one.
    function handOver(uint256 quotationId, Quotation storage q) private {
        IOption option = IOption(q.params.existingOptionAddress);
        uint256 amount = option.collateralAmount();
        q.params.collateralAmount = amount;
        bool isBuyBack = q.params.isRequestingLongPosition;
        if (isBuyBack && !behaviour.keepsSellerCollateral) {
            Tokens.pull(q.params.collateral, q.state.currentWinner, address(this), amount);
            emit CollateralDeposited(quotationId, q.state.currentWinner, amount);
            giveBack(quotationId, q.params.collateral, q.params.requester, amount);
        }
        option.transfer(!isBuyBack, q.state.currentWinner);
    }

    function createOption(uint256 quotationId, Quotation storage q) private returns (address option) {
        QuotationParameters memory params = q.params;
        (address buyer, address seller) = params.isRequestingLongPosition
            ? (params.requester, q.state.currentWinner)
            : (q.state.currentWinner, params.requester);
        uint256 amount =
            IOption(params.implementation).calculateRequiredCollateral(params.strikes, params.numContracts);
        q.params.collateralAmount = amount;
        Tokens.pull(params.collateral, seller, address(this), amount);
        emit CollateralDeposited(quotationId, seller, amount);
        option = Clones.clone(params.implementation);
        IErc20(params.collateral).approve(option, amount);
        IOption(option).initialize(
            OptionParams({
                collateralToken: params.collateral,
                chainlinkPriceFeed: params.collateralPriceFeed,
                historicalTWAPConsumer: historicalTWAPConsumer,
                buyer: buyer,
                seller: seller,
                strikes: params.strikes,
                expiryTimestamp: params.expiryTimestamp,
                twapPeriod: TWAP_PERIOD,
                numContracts: params.numContracts,
                collateralAmount: amount,
                rescueAddress: owner,
                factoryAddress: address(this),
                extraOptionData: params.extraOptionData
            })
        );
    }
}
