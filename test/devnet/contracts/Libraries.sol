// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IErc20} from "./Interfaces.sol";

library Clones {
    /// EIP-1167 minimal proxy of `implementation`.
    function clone(address implementation) internal returns (address instance) {
        bytes memory code = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", implementation, hex"5af43d82803e903d91602b57fd5bf3"
        );
        assembly {
            instance := create(0, add(code, 0x20), mload(code))
        }
        require(instance != address(0), "Clone failed");
    }

    /// The implementation behind a minimal proxy; an address that is none is its own implementation.
    function implementationOf(address instance) internal view returns (address) {
        bytes memory code = instance.code;
        if (code.length != 45) return instance;
        bytes20 target;
        assembly {
            target := mload(add(code, 42))
        }
        return address(target);
    }
}

library Ecdsa {
    /// secp256k1n / 2: signatures above it are the malleable twins (EIP-2).
    uint256 private constant HALF_ORDER = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    function recover(bytes32 digest, bytes calldata signature) internal pure returns (address signer) {
        signer = tryRecover(digest, signature);
        require(signer != address(0), "ECDSA: invalid signature");
    }

    /// The zero address for a malformed signature.
    function tryRecover(bytes32 digest, bytes memory signature) internal pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
            v := byte(0, mload(add(signature, 0x60)))
        }
        return uint256(s) > HALF_ORDER ? address(0) : ecrecover(digest, v, r, s);
    }
}

library Tokens {
    function pull(address token, address from, address to, uint256 amount) internal {
        if (amount > 0) require(IErc20(token).transferFrom(from, to, amount), "Transfer failed");
    }

    function push(address token, address to, uint256 amount) internal {
        if (amount > 0) require(IErc20(token).transfer(to, amount), "Transfer failed");
    }

    /// False where the token refuses the transfer.
    function tryPush(address token, address to, uint256 amount) internal returns (bool) {
        (bool isDone, bytes memory answer) = token.call(abi.encodeCall(IErc20.transfer, (to, amount)));
        return isDone && (answer.length == 0 || abi.decode(answer, (bool)));
    }
}

library Strikes {
    /// Structures of puts may be signed from the highest strike down: arithmetic wants them ascending.
    function ascending(uint256[] memory strikes) internal pure returns (uint256[] memory sorted) {
        uint256 count = strikes.length;
        sorted = new uint256[](count);
        bool isDescending = count > 1 && strikes[0] > strikes[count - 1];
        for (uint256 i = 0; i < count; i++) sorted[i] = strikes[isDescending ? count - 1 - i : i];
    }

    function requireRising(uint256[] memory k) internal pure {
        for (uint256 i = 1; i < k.length; i++) require(k[i] > k[i - 1], "Strikes must rise");
    }
}
