// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// The part of Multicall3's interface that clients use for reads.
contract Multicall {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory returnData) {
        returnData = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool isDone, bytes memory answer) = calls[i].target.call(calls[i].callData);
            require(isDone || calls[i].allowFailure, "Multicall3: call failed");
            returnData[i] = Result(isDone, answer);
        }
    }

    function getBlockNumber() external view returns (uint256) {
        return block.number;
    }

    function getCurrentBlockTimestamp() external view returns (uint256) {
        return block.timestamp;
    }

    function getEthBalance(address account) external view returns (uint256) {
        return account.balance;
    }

    function getChainId() external view returns (uint256) {
        return block.chainid;
    }
}
