// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Ours: the approvals of ERC-721, with items that anyone may mint.
contract Collection721 {
    string public constant symbol = "PICS";
    mapping(uint256 => address) public ownerOf;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x80ac58cd || id == 0x01ffc9a7;
    }

    function mint(address to, uint256 tokenId) external {
        ownerOf[tokenId] = to;
        balanceOf[to] += 1;
    }

    function approve(address to, uint256 tokenId) external {
        require(msg.sender == ownerOf[tokenId], "not the owner");
        getApproved[tokenId] = to;
        emit Approval(msg.sender, to, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }
}

/// Ours: the approvals of ERC-1155.
contract Collection1155 {
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event ApprovalForAll(address indexed account, address indexed operator, bool approved);

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }
}

/// Ours: claims allowances for anyone, and burns the gas of whoever asks.
contract SpamToken {
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function claim(address owner, address spender) external {
        emit Approval(owner, spender, type(uint256).max);
    }

    function allowance(address, address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function balanceOf(address) external pure returns (uint256) {
        while (true) {}
        return 0;
    }
}
