<?php

declare(strict_types=1);

namespace Postseal;

/** The head of a reply. */
final class Response
{
    /**
     * @param array<string,string[]> $headers by their names in lower case
     * @param string|null $requestId the request's id in the service's log
     * @param string|null $idempotencyKey the key of the call, null where the operation takes none
     */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly ?string $requestId,
        public readonly ?string $idempotencyKey,
    ) {
    }
}
