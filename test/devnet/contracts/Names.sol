// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Registry, resolver and reverse registrar in one, without owners: whoever wants sets any record, also
/// ones that do not agree with each other.
contract Names {
    mapping(bytes32 => address) public addr;
    mapping(bytes32 => string) public name;
    mapping(address => string) public nameForAddr;

    function resolver(bytes32 node) external view returns (address) {
        return addr[node] != address(0) || bytes(name[node]).length > 0 ? address(this) : address(0);
    }

    function setAddr(bytes32 node, address value) external {
        addr[node] = value;
    }

    function setName(bytes32 node, string calldata value) external {
        name[node] = value;
    }

    function setNameForAddr(address account, string calldata value) external {
        nameForAddr[account] = value;
    }
}
