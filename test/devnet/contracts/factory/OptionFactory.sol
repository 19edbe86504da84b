// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IErc20, IOption} from "../Interfaces.sol";
import {Tokens} from "../Libraries.sol";
import {ExistingOptions} from "./ExistingOptions.sol";
import {FactoryState} from "./FactoryState.sol";
import {Quotation, QuotationParameters, QuotationTracking} from "./Rfq.sol";
import {Settlement} from "./Settlement.sol";
import {SettlementExtension} from "./SettlementExtension.sol";

/// Ours: imitates the deployed factory from its ABI, its operator's clients and measured transactions.
/// What isn't known of it is a switch (`Behaviour`). Requests, and swaps that pay for them.
contract OptionFactory is ExistingOptions {
    address public immutable settlementExtension;

    constructor(address _historicalTWAPConsumer, uint256 _revealWindow, address _settlementExtension)
        FactoryState(_historicalTWAPConsumer, _revealWindow)
    {
        settlementExtension = _settlementExtension;
    }

    /// Settlements run in the extension, on this contract's storage.
    fallback() external payable {
        (bool isDone, bytes memory answer) = settlementExtension.delegatecall(msg.data);
        assembly {
            if iszero(isDone) { revert(add(answer, 0x20), mload(answer)) }
            return(add(answer, 0x20), mload(answer))
        }
    }

    /// A requester who buys deposits the reserve; one who sells leaves an allowance for the settlement.
    function requestForQuotation(
        QuotationParameters calldata params,
        QuotationTracking calldata tracking,
        uint256 reservePrice,
        string calldata requesterPublicKey
    ) external returns (uint256 quotationId) {
        if (sender() != params.requester) revert OnlyRequesterAllowed();
        quotationId = all.length;
        requireTimes(params);
        if (params.existingOptionAddress != address(0)) {
            requireOption(params);
            activeRfqForOption[params.existingOptionAddress] = quotationId;
        } else {
            IOption(params.implementation).validateParams(params.strikes);
        }
        requireSize(params);
        track(quotationId, params, tracking);
        Quotation storage q = all.push();
        q.params = params;
        q.params.collateralAmount = 0;
        q.params.requesterDeposit = params.isRequestingLongPosition ? reservePrice : 0;
        q.state.isActive = true;
        q.state.currentBestPriceOrReserve = reservePrice;
        if (params.isRequestingLongPosition) deposit(quotationId, params, reservePrice);
        emit QuotationRequested(quotationId, params.requester, reservePrice, requesterPublicKey);
        emit QuotationTrackers(quotationId, tracking.referralId, tracking.eventCode);
    }

    function requireTimes(QuotationParameters calldata params) private view {
        if (params.offerEndTimestamp <= block.timestamp) revert OfferPeriodEnded();
        if (params.offerEndTimestamp >= params.expiryTimestamp) revert RFQExpiryAfterOptionExpiry();
    }

    /// No error of the ABI is known for a request above the limit: reverts without data.
    function requireSize(QuotationParameters calldata params) private view {
        uint256 price = readPrice(params.collateralPriceFeed);
        uint256 unit = 10 ** IErc20(params.collateral).decimals();
        if (params.numContracts == 0 || params.numContracts * price / unit > MAX_RFQ_VALUE()) revert();
    }

    function deposit(uint256 quotationId, QuotationParameters calldata params, uint256 amount) private {
        uint256 fromSwap = swapped < amount ? swapped : amount;
        swapped -= fromSwap;
        Tokens.pull(params.collateral, params.requester, address(this), amount - fromSwap);
        emit CollateralDeposited(quotationId, params.requester, amount);
    }

    /// Pays for a request or an early settlement with another token: wraps ether (no router), or swaps
    /// through a listed router. Returns what is left of both tokens.
    function swapAndCall(
        address swapRouter,
        address swapSrcToken,
        address swapDstToken,
        uint256 swapSrcAmount,
        bytes calldata swapCallData,
        bytes calldata selfCallData
    ) external payable {
        requireSelfCall(swapDstToken, selfCallData);
        uint256 held = IErc20(swapDstToken).balanceOf(address(this));
        if (swapRouter == address(0)) {
            if (swapSrcToken != address(0) || swapCallData.length > 0) revert UnauthorizedRouter();
            wrap(swapDstToken);
        } else {
            swap(swapRouter, swapSrcToken, swapSrcAmount, swapCallData);
        }
        uint256 balance = IErc20(swapDstToken).balanceOf(address(this));
        if (balance <= held) revert BalanceIncorrect();
        swapper = msg.sender;
        swapped = balance - held;
        (bool isDone, bytes memory answer) = address(this).call(selfCallData);
        if (!isDone) {
            assembly {
                revert(add(answer, 0x20), mload(answer))
            }
        }
        Tokens.push(swapDstToken, msg.sender, swapped);
        swapped = 0;
        swapper = address(0);
    }

    function requireSelfCall(address dst, bytes calldata data) private view {
        bytes4 selector = bytes4(data);
        if (selector == this.requestForQuotation.selector) {
            (QuotationParameters memory params,,,) =
                abi.decode(data[4:], (QuotationParameters, QuotationTracking, uint256, string));
            if (params.existingOptionAddress != address(0)) revert SwapAndRFQNotAllowedForExistingOptions();
            if (params.collateral != dst || !params.isRequestingLongPosition) revert TokenMismatch();
            return;
        }
        bool isEarly = selector == Settlement.settleQuotationEarly.selector;
        if (!isEarly && selector != SettlementExtension.settleQuotationEarlyByOrderBook.selector) {
            if (selector == Settlement.settleQuotation.selector) revert SettleWithWinnerViaSwapNotAllowed();
            revert UnknownSelector();
        }
        Quotation storage q = active(abi.decode(data[4:], (uint256)));
        if (!q.params.isRequestingLongPosition) revert SwapAndEarlySettleNotAllowedForShortOptions();
        if (q.params.collateral != dst) revert TokenMismatch();
        if (!isEarly) return;
        (, uint256 amount) = abi.decode(data[4:], (uint256, uint256));
        if (amount <= q.params.requesterDeposit) revert SwapAndEarlySettleNotRequired();
    }

    function wrap(address wrapper) private {
        uint256 held = IErc20(wrapper).balanceOf(address(this));
        (bool isSent,) = wrapper.call{value: msg.value}("");
        if (!isSent || IErc20(wrapper).balanceOf(address(this)) != held + msg.value) {
            revert WrapperTransferFailed();
        }
    }

    function swap(address router, address src, uint256 amount, bytes calldata data) private {
        if (!authorizedRouters[router]) revert UnauthorizedRouter();
        if (msg.value > 0) revert NativeTokenNotAllowedForSwap();
        uint256 held = IErc20(src).balanceOf(address(this));
        Tokens.pull(src, msg.sender, address(this), amount);
        IErc20(src).approve(router, amount);
        (bool isSwapped,) = router.call(data);
        if (!isSwapped) revert SwapFailed();
        IErc20(src).approve(router, 0);
        uint256 left = IErc20(src).balanceOf(address(this));
        if (left < held) revert BalanceIncorrect();
        Tokens.push(src, msg.sender, left - held);
    }
}
