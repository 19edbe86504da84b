// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LendingReceipt} from "./LendingReceipt.sol";
import {Token} from "./Token.sol";

/// Stands in for the Aave pool on the devnet: supplying, withdrawing, linear interest, caps, states
/// and liquidity that runs out. Nobody borrows here. This is Condor's own code.
contract LendingPool {
    event Supply(
        address indexed reserve,
        address user,
        address indexed onBehalfOf,
        uint256 amount,
        uint16 indexed referralCode
    );
    event Withdraw(
        address indexed reserve, address indexed user, address indexed to, uint256 amount
    );

    error InvalidAmount();
    error ReserveInactive();
    error ReserveFrozen();
    error ReservePaused();
    error SupplyCapExceeded();
    error NotEnoughAvailableUserBalance();
    error SupplyToAToken();
    error WithdrawToAToken();

    struct ReserveData {
        uint256 configuration;
        uint128 liquidityIndex;
        uint128 currentLiquidityRate;
        uint128 variableBorrowIndex;
        uint128 currentVariableBorrowRate;
        uint128 currentStableBorrowRate;
        uint40 lastUpdateTimestamp;
        uint16 id;
        address aTokenAddress;
        address stableDebtTokenAddress;
        address variableDebtTokenAddress;
        address interestRateStrategyAddress;
        uint128 accruedToTreasury;
        uint128 unbacked;
        uint128 isolationModeTotalDebt;
    }

    struct Reserve {
        uint256 configuration;
        uint256 index;
        uint256 rate;
        uint256 updatedAt;
    }

    uint256 private constant RAY = 1e27;
    uint256 private constant ACTIVE = 1 << 56;
    uint256 private constant FROZEN = 1 << 57;
    uint256 private constant PAUSED = 1 << 60;
    uint256 private constant CAP_OFFSET = 116;
    uint256 private constant CAP_MASK = (1 << 36) - 1;

    LendingReceipt private immutable usdc;
    LendingReceipt private immutable weth;
    LendingReceipt private immutable cbbtc;
    address private immutable usdcAsset;
    address private immutable wethAsset;
    address private immutable cbbtcAsset;

    mapping(address => Reserve) private reserves;

    constructor(
        address _usdcAsset,
        LendingReceipt _usdc,
        address _wethAsset,
        LendingReceipt _weth,
        address _cbbtcAsset,
        LendingReceipt _cbbtc
    ) {
        (usdcAsset, usdc) = (_usdcAsset, _usdc);
        (wethAsset, weth) = (_wethAsset, _weth);
        (cbbtcAsset, cbbtc) = (_cbbtcAsset, _cbbtc);
    }

    function POOL_REVISION() external pure returns (uint256) {
        return 10;
    }

    function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode) external {
        LendingReceipt receipt = receiptOf(asset);
        uint256 state = configurationOf(asset);
        if (amount == 0) revert InvalidAmount();
        if (state & ACTIVE == 0) revert ReserveInactive();
        if (state & PAUSED != 0) revert ReservePaused();
        if (state & FROZEN != 0) revert ReserveFrozen();
        if (onBehalfOf == address(receipt)) revert SupplyToAToken();
        uint256 cap = ((state >> CAP_OFFSET) & CAP_MASK) * 10 ** receipt.decimals();
        if (cap != 0 && receipt.totalSupply() + amount > cap) revert SupplyCapExceeded();
        Token(asset).transferFrom(msg.sender, address(receipt), amount);
        receipt.supplied(onBehalfOf, amount);
        emit Supply(asset, msg.sender, onBehalfOf, amount, referralCode);
    }

    function withdraw(address asset, uint256 amount, address to) external returns (uint256) {
        LendingReceipt receipt = receiptOf(asset);
        uint256 state = configurationOf(asset);
        if (state & ACTIVE == 0) revert ReserveInactive();
        if (state & PAUSED != 0) revert ReservePaused();
        uint256 balance = receipt.balanceOf(msg.sender);
        if (amount == type(uint256).max) amount = balance;
        if (amount == 0) revert InvalidAmount();
        if (amount > balance) revert NotEnoughAvailableUserBalance();
        if (to == address(receipt)) revert WithdrawToAToken();
        // Fails with an arithmetic panic when everything is lent out, as on the real chain.
        getVirtualUnderlyingBalance(asset) - amount;
        receipt.withdrawn(msg.sender, to, amount);
        emit Withdraw(asset, msg.sender, to, amount);
        return amount;
    }

    function getReserveData(address asset) external view returns (ReserveData memory data) {
        Reserve storage reserve = reserves[asset];
        data.configuration = configurationOf(asset);
        data.liquidityIndex = uint128(reserve.index == 0 ? RAY : reserve.index);
        data.currentLiquidityRate = uint128(reserve.rate);
        data.lastUpdateTimestamp = uint40(reserve.updatedAt);
        data.aTokenAddress = address(receiptOf(asset));
    }

    function getConfiguration(address asset) external view returns (uint256) {
        return configurationOf(asset);
    }

    function getReserveNormalizedIncome(address asset) public view returns (uint256) {
        Reserve storage reserve = reserves[asset];
        if (reserve.index == 0) return RAY;
        uint256 elapsed = block.timestamp - reserve.updatedAt;
        return (reserve.index * (RAY + (reserve.rate * elapsed) / 365 days)) / RAY;
    }

    function getVirtualUnderlyingBalance(address asset) public view returns (uint128) {
        return uint128(Token(asset).balanceOf(address(receiptOf(asset))));
    }

    function isPaused(address asset) external view returns (bool) {
        return configurationOf(asset) & PAUSED != 0;
    }

    /// Only here: the index from now on and its growth in a year, both in ray.
    function setInterest(address asset, uint256 index, uint256 rate) external {
        Reserve storage reserve = reserves[asset];
        (reserve.index, reserve.rate, reserve.updatedAt) = (index, rate, block.timestamp);
    }

    /// Only here: bits as in `getConfiguration`.
    function setConfiguration(address asset, uint256 configuration) external {
        reserves[asset].configuration = configuration;
    }

    function configurationOf(address asset) private view returns (uint256) {
        uint256 configuration = reserves[asset].configuration;
        return configuration == 0 ? ACTIVE : configuration;
    }

    function receiptOf(address asset) private view returns (LendingReceipt) {
        if (asset == usdcAsset) return usdc;
        if (asset == wethAsset) return weth;
        if (asset == cbbtcAsset) return cbbtc;
        revert ReserveInactive();
    }
}
