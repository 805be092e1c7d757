<?php

declare(strict_types=1);

namespace Postseal\Internal;

use Postseal\ApiException;
use Psr\Http\Message\ResponseInterface;

/**
 * Reads the error in a reply.
 *
 * @internal
 */
final class Refusal
{
    /** The max number of bytes that are read of it. */
    private const MAX = 10_000_000;

    /** @param float $now unix seconds */
    public static function in(ResponseInterface $reply, ?string $key, float $now): ApiException
    {
        // The body may be of something else than the service, such as a proxy.
        $body = json_decode(\GuzzleHttp\Psr7\Utils::copyToString($reply->getBody(), self::MAX), true);
        $error = is_array($body) && is_array($body['error'] ?? null) ? $body['error'] : [];
        $text = static fn (mixed $value): ?string => is_string($value) && $value !== '' ? $value : null;
        return new ApiException(
            $reply->getStatusCode(),
            $text($error['code'] ?? null),
            $text($error['message'] ?? null) ?? "{$reply->getStatusCode()} {$reply->getReasonPhrase()}",
            $text($error['request_id'] ?? null) ?? $text($reply->getHeaderLine('Request-Id')),
            is_array($error['details'] ?? null) ? $error['details'] : [],
            Retry::after($reply->getHeaderLine('Retry-After'), $now),
            $key,
        );
    }
}
