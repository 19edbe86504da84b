// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Ours, not Uniswap's code: the allowances of Permit2 with the same functions and events.
contract Permit2 {
    struct PackedAllowance {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    event Approval(
        address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration
    );

    mapping(address => mapping(address => mapping(address => PackedAllowance))) public allowance;

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        PackedAllowance storage allowed = allowance[msg.sender][token][spender];
        allowed.amount = amount;
        allowed.expiration = expiration == 0 ? uint48(block.timestamp) : expiration;
        emit Approval(msg.sender, token, spender, amount, expiration);
    }
}
