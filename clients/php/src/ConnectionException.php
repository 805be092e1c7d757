<?php

declare(strict_types=1);

namespace Postseal;

/** No usable reply came, even after all attempts. */
final class ConnectionException extends \RuntimeException
{
    /**
     * @param int $attempts how many there were
     * @param string|null $idempotencyKey the key of the call, to make the call again with
     */
    public function __construct(
        string $message,
        public readonly int $attempts,
        public readonly ?string $idempotencyKey = null,
    ) {
        parent::__construct($message);
    }
}
