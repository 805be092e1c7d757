<?php

declare(strict_types=1);

namespace Postseal\Internal;

/**
 * A key that nothing shows: what prints, exports or serializes an object sees its properties, and this has none.
 *
 * @internal
 */
final class Credential
{
    /** @var \WeakMap<self,string>|null */
    private static ?\WeakMap $keys = null;

    /** @throws \InvalidArgumentException there is no key, or it cannot be one */
    public function __construct(#[\SensitiveParameter] string $key)
    {
        if ($key === '') {
            throw new \InvalidArgumentException('There is no API key: pass one, or set POSTSEAL_API_KEY.');
        }
        if (preg_match('/^[!-~]+$/D', $key) !== 1) {
            throw new \InvalidArgumentException('The API key has a character that no key has: copy the key alone.');
        }
        self::$keys ??= new \WeakMap();
        self::$keys[$this] = $key;
    }

    /** The value of `Authorization`. */
    public function header(): string
    {
        return 'Bearer ' . self::$keys[$this];
    }

    /** @return never */
    public function __serialize(): array
    {
        throw new \LogicException('A client cannot be serialized, as it has a key.');
    }
}
