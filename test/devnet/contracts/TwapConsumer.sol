// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IPriceFeed} from "./Interfaces.sol";

/// Where options read their settlement price. The devnet has no price history: it answers the feed's
/// latest price, and zero when the feed has none, which options take as "not settled yet".
contract TwapConsumer {
    function getTWAP(address feed, uint256, uint256) external view returns (uint256) {
        (, int256 answer,,,) = IPriceFeed(feed).latestRoundData();
        return answer > 0 ? uint256(answer) : 0;
    }
}
