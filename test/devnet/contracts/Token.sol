// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {PermitToken} from "./PermitToken.sol";

/// ERC-20 with permit that anyone may mint: it stands in for real tokens on the devnet.
contract Token is PermitToken {
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    /// Like USDC's, but anyone may list anyone here.
    mapping(address => bool) public isBlacklisted;

    constructor(bytes32 _name, bytes32 _symbol, bytes32 _version, uint8 _decimals)
        PermitToken(_name, _symbol, _version, _decimals)
    {}

    function mint(address to, uint256 amount) external {
        add(to, amount);
    }

    function setBlacklisted(address account, bool listed) external {
        isBlacklisted[account] = listed;
    }

    function move(address from, address to, uint256 amount) internal override {
        require(to != address(0), "ERC20: transfer to the zero address");
        require(!isBlacklisted[from] && !isBlacklisted[to], "Blacklistable: account is blacklisted");
        uint256 balance = balanceOf[from];
        require(balance >= amount, "ERC20: transfer amount exceeds balance");
        balanceOf[from] = balance - amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }

    function add(address to, uint256 amount) internal {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }
}
