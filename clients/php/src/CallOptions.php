<?php

declare(strict_types=1);

namespace Postseal;

/** How a single call is made. */
final class CallOptions
{
    /**
     * @param string|null $idempotencyKey 1 to 255 printable ASCII characters; null: a random key, the same for all
     *     attempts. The service answers a request with the same key as it answered the first, for 24 hours.
     * @param string|null $accept another media type of a stream, such as application/x-ndjson
     * @param float|null $timeout seconds, instead of the client's
     * @param (\Closure(Response): void)|null $onResponse gets the head of each reply
     */
    public function __construct(
        public readonly ?string $idempotencyKey = null,
        public readonly ?string $accept = null,
        public readonly ?float $timeout = null,
        public readonly ?\Closure $onResponse = null,
    ) {
        if ($idempotencyKey !== null && preg_match('/^[ -~]{1,255}$/D', $idempotencyKey) !== 1) {
            throw new \InvalidArgumentException('An idempotency key has 1 to 255 printable ASCII characters.');
        }
        if ($timeout !== null && !($timeout > 0)) {
            throw new \InvalidArgumentException('A timeout must be above 0.');
        }
    }
}
