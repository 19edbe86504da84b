// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Allowances and permits (EIP-2612) of an ERC-20; the heir keeps the balances.
abstract contract PermitToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    bytes32 private constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    // Strings cannot be immutable, and the code is installed without a constructor having run there.
    bytes32 private immutable packedName;
    bytes32 private immutable packedSymbol;
    bytes32 private immutable packedVersion;
    uint8 public immutable decimals;

    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => uint256) public nonces;

    constructor(bytes32 _name, bytes32 _symbol, bytes32 _version, uint8 _decimals) {
        packedName = _name;
        packedSymbol = _symbol;
        packedVersion = _version;
        decimals = _decimals;
    }

    function name() public view returns (string memory) {
        return unpack(packedName);
    }

    function symbol() external view returns (string memory) {
        return unpack(packedSymbol);
    }

    function version() public view returns (string memory) {
        return unpack(packedVersion);
    }

    function unpack(bytes32 text) private pure returns (string memory) {
        uint256 length = 0;
        while (length < 32 && text[length] != 0) length++;
        bytes memory characters = new bytes(length);
        for (uint256 i = 0; i < length; i++) characters[i] = text[i];
        return string(characters);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allow(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        spend(from, msg.sender, amount);
        move(from, to, amount);
        return true;
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256(bytes(name())),
                keccak256(bytes(version())),
                block.chainid,
                address(this)
            )
        );
    }

    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(block.timestamp <= deadline, "ERC20Permit: expired deadline");
        bytes32 structHash =
            keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, nonces[owner]++, deadline));
        address signer =
            ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), structHash)), v, r, s);
        require(signer != address(0) && signer == owner, "ERC20Permit: invalid signature");
        allow(owner, spender, value);
    }

    function allow(address owner, address spender, uint256 amount) private {
        require(spender != address(0), "ERC20: approve to the zero address");
        allowance[owner][spender] = amount;
        emit Approval(owner, spender, amount);
    }

    function spend(address owner, address spender, uint256 amount) internal virtual {
        uint256 allowed = allowance[owner][spender];
        if (allowed == type(uint256).max) return;
        require(allowed >= amount, "ERC20: transfer amount exceeds allowance");
        allowance[owner][spender] = allowed - amount;
    }

    function move(address from, address to, uint256 amount) internal virtual;
}
