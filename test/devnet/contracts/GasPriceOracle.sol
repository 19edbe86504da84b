// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Stands at the OP Stack's predeploy: what a transaction of that many bytes costs on the settlement
/// layer. A plain price per byte, of the size seen on Base, instead of the compression model.
contract GasPriceOracle {
    uint256 private constant WEI_PER_BYTE = 1_500_000_000;
    /// Bytes of a signature, which the unsigned transaction lacks.
    uint256 private constant SIGNATURE = 68;

    uint256 public constant decimals = 6;
    bool public constant isEcotone = true;
    bool public constant isFjord = true;

    function l1BaseFee() external pure returns (uint256) {
        return 1_000_000_000;
    }

    function getL1Fee(bytes calldata data) external pure returns (uint256) {
        return getL1FeeUpperBound(data.length);
    }

    function getL1FeeUpperBound(uint256 unsignedTxSize) public pure returns (uint256) {
        return (unsignedTxSize + SIGNATURE) * WEI_PER_BYTE;
    }
}
