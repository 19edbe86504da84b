// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A price feed with Chainlink's interface whose answer anyone may set.
contract PriceFeed {
    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    uint256 public constant version = 4;
    bytes32 private immutable asset;

    int256 private answer;
    uint80 private round;
    /// Zero: always as fresh as the block that asks.
    uint256 private frozenAt;
    /// Added to 8, for tests of feeds with other decimals.
    uint8 private extraDecimals;
    /// Earlier rounds.
    mapping(uint80 => int256) private answers;
    mapping(uint80 => uint256) private times;

    constructor(bytes32 _asset) {
        asset = _asset;
    }

    function setPrice(int256 price) external {
        answer = price;
        round++;
        answers[round] = price;
        times[round] = block.timestamp;
        emit AnswerUpdated(price, round, block.timestamp);
    }

    function freezeAt(uint256 timestamp) external {
        frozenAt = timestamp;
    }

    function setExtraDecimals(uint8 extra) external {
        extraDecimals = extra;
    }

    function decimals() external view returns (uint8) {
        return 8 + extraDecimals;
    }

    function description() external view returns (string memory) {
        uint256 length = 0;
        while (length < 32 && asset[length] != 0) length++;
        bytes memory name = new bytes(length);
        for (uint256 i = 0; i < length; i++) name[i] = asset[i];
        return string.concat(string(name), " / USD");
    }

    function latestAnswer() external view returns (int256) {
        return answer;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return getRoundData(round);
    }

    function getRoundData(uint80 roundId) public view returns (uint80, int256, uint256, uint256, uint80) {
        if (roundId != round) {
            require(times[roundId] > 0, "No data present");
            return (roundId, answers[roundId], times[roundId], times[roundId], roundId);
        }
        uint256 updatedAt = frozenAt == 0 ? block.timestamp : frozenAt;
        return (round, answer, updatedAt, updatedAt, round);
    }
}
