// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {PermitToken} from "./PermitToken.sol";
import {Token} from "./Token.sol";
import {LendingPool} from "./LendingPool.sol";

/// Receipt of an asset in the lending pool: balances grow with the pool's index. Minting rounds
/// down, transfers and burning round up, as on the real chain. This is Condor's own code.
contract LendingReceipt is PermitToken {
    event Mint(
        address indexed caller,
        address indexed onBehalfOf,
        uint256 value,
        uint256 balanceIncrease,
        uint256 index
    );
    event Burn(
        address indexed from,
        address indexed target,
        uint256 value,
        uint256 balanceIncrease,
        uint256 index
    );
    event BalanceTransfer(address indexed from, address indexed to, uint256 value, uint256 index);

    uint256 private constant RAY = 1e27;

    LendingPool public immutable POOL;
    address public immutable UNDERLYING_ASSET_ADDRESS;

    uint256 public scaledTotalSupply;
    mapping(address => uint256) public scaledBalanceOf;
    mapping(address => uint256) private lastIndex;

    constructor(
        bytes32 _name,
        bytes32 _symbol,
        uint8 _decimals,
        LendingPool pool,
        address underlying
    ) PermitToken(_name, _symbol, "1", _decimals) {
        POOL = pool;
        UNDERLYING_ASSET_ADDRESS = underlying;
    }

    modifier onlyPool() {
        require(msg.sender == address(POOL), "caller is not the pool");
        _;
    }

    function balanceOf(address owner) public view returns (uint256) {
        return (scaledBalanceOf[owner] * index()) / RAY;
    }

    function totalSupply() external view returns (uint256) {
        return (scaledTotalSupply * index()) / RAY;
    }

    /// Only here: gives receipts of exactly `amount` or one unit more, with the asset behind them.
    function mint(address to, uint256 amount) external {
        Token(UNDERLYING_ASSET_ADDRESS).mint(address(this), amount);
        add(to, ceilScaled(amount), amount);
    }

    function supplied(address to, uint256 amount) external onlyPool {
        add(to, (amount * RAY) / index(), amount);
    }

    function withdrawn(address from, address to, uint256 amount) external onlyPool {
        uint256 increase = settle(from);
        uint256 scaled = ceilScaled(amount);
        scaledBalanceOf[from] -= scaled;
        scaledTotalSupply -= scaled;
        emit Transfer(from, address(0), amount - increase);
        emit Burn(from, to, amount - increase, increase, index());
        Token(UNDERLYING_ASSET_ADDRESS).transfer(to, amount);
    }

    /// Lends the asset out to `to`, as borrowers do.
    function lendOut(address to, uint256 amount) external {
        Token(UNDERLYING_ASSET_ADDRESS).transfer(to, amount);
    }

    function index() private view returns (uint256) {
        return POOL.getReserveNormalizedIncome(UNDERLYING_ASSET_ADDRESS);
    }

    function ceilScaled(uint256 amount) private view returns (uint256) {
        return (amount * RAY + index() - 1) / index();
    }

    /// Interest since the last action shows up in a `Transfer` of its own with the next one.
    function settle(address owner) private returns (uint256 increase) {
        increase = ((scaledBalanceOf[owner] * index()) / RAY)
            - ((scaledBalanceOf[owner] * lastIndex[owner]) / RAY);
        lastIndex[owner] = index();
    }

    function add(address to, uint256 scaled, uint256 amount) private {
        if (scaled == 0) revert LendingPool.InvalidAmount();
        uint256 increase = settle(to);
        scaledBalanceOf[to] += scaled;
        scaledTotalSupply += scaled;
        emit Transfer(address(0), to, amount + increase);
        emit Mint(msg.sender, to, amount + increase, increase, index());
    }

    function move(address from, address to, uint256 amount) internal override {
        if (POOL.isPaused(UNDERLYING_ASSET_ADDRESS)) revert LendingPool.ReservePaused();
        uint256 increaseFrom = settle(from);
        uint256 increaseTo = settle(to);
        uint256 scaled = ceilScaled(amount);
        scaledBalanceOf[from] -= scaled;
        scaledBalanceOf[to] += scaled;
        if (increaseFrom > 0) emit Transfer(address(0), from, increaseFrom);
        if (increaseTo > 0) emit Transfer(address(0), to, increaseTo);
        emit Transfer(from, to, amount);
        emit BalanceTransfer(from, to, scaled, index());
    }

    /// Takes what the sender really loses, but never more than was allowed.
    function spend(address owner, address spender, uint256 amount) internal override {
        uint256 allowed = allowance[owner][spender];
        if (allowed == type(uint256).max) return;
        if (allowed < amount) revert ERC20InsufficientAllowance(spender, allowed, amount);
        uint256 lost = (ceilScaled(amount) * index() + RAY - 1) / RAY;
        allowance[owner][spender] = lost > allowed ? 0 : allowed - lost;
    }

    error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed);
}
