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
        $details = is_array($error['details'] ?? null) ? $error['details'] : [];
        $said = $text($error['message'] ?? null) ?? "{$reply->getStatusCode()} {$reply->getReasonPhrase()}";
        return new ApiException(
            $reply->getStatusCode(),
            $text($error['code'] ?? null),
            self::messageWith($said, $details),
            $text($error['request_id'] ?? null) ?? $text($reply->getHeaderLine('Request-Id')),
            $details,
            Retry::after($reply->getHeaderLine('Retry-After'), $now),
            $key,
        );
    }

    /**
     * The message with every mistake, each by its path (RFC 6901) and what is wrong, in one line.
     *
     * @param mixed[] $details of anybody, such as a proxy: what is not a mistake is left out
     */
    private static function messageWith(string $message, array $details): string
    {
        $summary = (string) preg_replace('/ `details` names (?:one more mistake|\d+ more mistakes)\.$/D', '', $message);
        $mistakes = array_values(array_filter($details, static fn (mixed $detail): bool => is_array($detail)
            && is_string($detail['path'] ?? null) && is_string($detail['message'] ?? null)));
        if ($mistakes === []) {
            return $summary;
        }
        if (count($mistakes) === 1 && str_contains($summary, $mistakes[0]['message'])) {
            $place = self::line($mistakes[0]);
            return "$summary ({$mistakes[0]['path']}" . ($place === '' ? '' : ", $place") . ')';
        }
        return "$summary Mistakes: " . implode('; ', array_map(self::mistakeText(...), $mistakes));
    }

    private static function mistakeText(array $mistake): string
    {
        $place = self::line($mistake);
        return "{$mistake['path']} {$mistake['message']}" . ($place === '' ? '' : " ($place)");
    }

    /** Where a mistake is in the template that is the value; empty where the value is none. */
    private static function line(array $mistake): string
    {
        if (!is_int($mistake['line'] ?? null)) {
            return '';
        }
        return "line {$mistake['line']}" . (is_int($mistake['column'] ?? null) ? ", column {$mistake['column']}" : '');
    }
}
