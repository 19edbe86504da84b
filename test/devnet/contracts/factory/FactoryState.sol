// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IErc20, IPriceFeed, IOption} from "../Interfaces.sol";
import {Tokens} from "../Libraries.sol";
import {Quotation, QuotationParameters, QuotationState, Rfq} from "./Rfq.sol";

/// Owner, switches and the money that the factory holds. It holds exactly the escrow of active
/// requests, uncollected fees and claimable transfers.
abstract contract FactoryState is Rfq {
    /// Ours: no facts are known about these. All false and empty is the devnet's default.
    struct Behaviour {
        /// Options of the book can't be named by a request (InvalidOptionOwnership).
        bool refusesBookOptions;
        /// One address may get both sides of an option; otherwise OptionOwnedBySameParty.
        bool allowsSameParty;
        /// On a buy-back the new seller takes over the collateral without paying for it; otherwise it
        /// deposits as much and the old seller gets that.
        bool keepsSellerCollateral;
        /// No cancellation from the first reveal to the end of the reveal window (OfferPeriodEnded).
        bool refusesCancelWithWinner;
        /// A request with `convertToLimitOrder` ends without a winner like any other; otherwise anyone
        /// but the requester settles it at the reserve, as its winner.
        bool endsLimitOrders;
        /// A settlement without a winner emits QuotationSettled without an option, not
        /// QuotationCancelled.
        bool endsAsSettled;
        /// Of the EIP-712 domain; empty means "OptionFactory" and "1.0".
        string name;
        string version;
    }

    uint256 public constant TWAP_PERIOD = 1800;
    uint256 public constant MAX_ORACLE_STALENESS = 1 days;
    uint256 public constant MAX_TRANSFER_DUST = 10;
    uint256 public constant baseSplitFee = 0.0001 ether;
    uint256 public constant deprecationTime = 0;
    uint256 private constant DEFAULT_MAX_VALUE = 1e14;
    address public immutable historicalTWAPConsumer;
    uint256 public immutable REVEAL_WINDOW;

    /// Set while `swapAndCall` calls this contract: the account it acts for and the tokens it has for it.
    address internal transient swapper;
    uint256 internal transient swapped;

    /// First in storage: the devnet writes it there.
    address public owner;
    uint256 private maxValue;
    /// The only book whose orders fill a request.
    address internal pinnedBook;
    Behaviour internal behaviour;
    Quotation[] internal all;
    mapping(address => bool) public authorizedRouters;
    mapping(address => uint256) public pendingFees;
    mapping(uint256 => mapping(address => bytes)) public offerSignatures;
    mapping(address => uint256) public activeRfqForOption;
    /// Recipient, then token.
    mapping(address => mapping(address => uint256)) public claimableTransfers;
    /// By token.
    mapping(address => uint256) public totalClaimableTransfers;

    constructor(address _historicalTWAPConsumer, uint256 _revealWindow) {
        historicalTWAPConsumer = _historicalTWAPConsumer;
        REVEAL_WINDOW = _revealWindow;
    }

    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }

    // Ours, for tests.

    function setBehaviour(Behaviour calldata next) external onlyOwner {
        behaviour = next;
        emit EIP712DomainChanged();
    }

    function setAuthorizedRouter(address router, bool isAuthorized) external onlyOwner {
        authorizedRouters[router] = isAuthorized;
    }

    function setOptionBook(address book) external onlyOwner {
        pinnedBook = book;
    }

    function setMaxRfqValue(uint256 value) external onlyOwner {
        emit MaxRfqValueUpdated(MAX_RFQ_VALUE(), value);
        maxValue = value;
    }

    // The owner.

    function transferOwnership(address newOwner) public onlyOwner {
        emit OwnershipTransferred(owner, newOwner);
        owner = newOwner;
    }

    function renounceOwnership() external {
        transferOwnership(address(0));
    }

    // Views.

    /// Its unit isn't known; here dollars of notional with 8 decimals.
    function MAX_RFQ_VALUE() public view returns (uint256) {
        return maxValue == 0 ? DEFAULT_MAX_VALUE : maxValue;
    }

    function getQuotationCount() external view returns (uint256) {
        return all.length;
    }

    /// Panics beyond the end, like an array.
    function quotations(uint256 quotationId)
        external
        view
        returns (QuotationParameters memory, QuotationState memory)
    {
        Quotation storage q = all[quotationId];
        return (q.params, q.state);
    }

    /// The smaller of 6 basis points of notional and 12.5 % of the premium, both rounded down.
    function calculateFee(uint256 numContracts, uint256 premium, uint256 price)
        public
        pure
        returns (uint256)
    {
        uint256 ofNotional = numContracts * 6 * price / 1e8 / 10_000;
        uint256 ofPremium = premium * 125 / 1000;
        return ofNotional < ofPremium ? ofNotional : ofPremium;
    }

    function sender() internal view returns (address) {
        return msg.sender == address(this) ? swapper : msg.sender;
    }

    function active(uint256 quotationId) internal view returns (Quotation storage q) {
        if (quotationId >= all.length) revert InvalidQuotationId();
        q = all[quotationId];
        if (!q.state.isActive) revert QuotationNotActive();
    }

    function feeOf(QuotationParameters storage params, uint256 premium) internal view returns (uint256) {
        (bool isQuoteCollateral,,,) = IOption(params.implementation).unpackOptionType();
        uint256 price = isQuoteCollateral ? readPrice(params.collateralPriceFeed) : 1e8;
        return calculateFee(params.numContracts, premium, price);
    }

    function readPrice(address feed) internal view returns (uint256) {
        if (IPriceFeed(feed).decimals() != 8) revert InvalidPriceFeedDecimals();
        (, int256 answer,, uint256 updatedAt,) = IPriceFeed(feed).latestRoundData();
        if (answer <= 0) revert PriceMustBePositive();
        if (updatedAt + MAX_ORACLE_STALENESS < block.timestamp) revert PriceFeedStale();
        return uint256(answer);
    }

    // Money.

    /// Keeps what the token refuses to deliver until its recipient claims it.
    function pay(uint256 quotationId, address token, address to, uint256 amount) internal {
        if (amount == 0 || Tokens.tryPush(token, to, amount)) return;
        claimableTransfers[to][token] += amount;
        totalClaimableTransfers[token] += amount;
        emit TransferEscrowed(quotationId, to, token, amount);
    }

    function giveBack(uint256 quotationId, address token, address to, uint256 amount) internal {
        if (amount == 0) return;
        pay(quotationId, token, to, amount);
        emit CollateralReturned(quotationId, to, amount);
    }

    /// Reverts without data when there is nothing: no error of the ABI says so.
    function claimEscrowedFunds(address token) external {
        uint256 amount = claimableTransfers[msg.sender][token];
        if (amount == 0) revert();
        claimableTransfers[msg.sender][token] = 0;
        totalClaimableTransfers[token] -= amount;
        Tokens.push(token, msg.sender, amount);
        emit EscrowClaimed(msg.sender, token, amount);
    }
}
