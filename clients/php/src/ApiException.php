<?php

declare(strict_types=1);

namespace Postseal;

/** The service refused a request: any status other than 2xx. The message has every mistake with its path. */
final class ApiException extends \RuntimeException
{
    /**
     * @param int $status the HTTP status
     * @param string|null $errorCode the kind of error, for programs; null if something else than the service answered
     * @param string|null $requestId the request's id in the service's log: quote it when you ask for help
     * @param list<array{path: string, code: string, rule?: string, message: string}> $details each value that was refused
     * @param float|null $retryAfter seconds that the service asks to wait before the next attempt
     * @param string|null $idempotencyKey the key of the call, to make the call again with
     */
    public function __construct(
        public readonly int $status,
        public readonly ?string $errorCode,
        string $message,
        public readonly ?string $requestId = null,
        public readonly array $details = [],
        public readonly ?float $retryAfter = null,
        public readonly ?string $idempotencyKey = null,
    ) {
        parent::__construct($message, $status);
    }
}
