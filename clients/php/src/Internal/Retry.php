<?php

declare(strict_types=1);

namespace Postseal\Internal;

use Postseal\ApiException;

/**
 * When an attempt is made again.
 *
 * @internal
 */
final class Retry
{
    private const FIRST_WAIT = 0.5;
    private const LONGEST_WAIT = 8.0;
    private const MAX_RETRY_AFTER = 60.0;
    private const JITTER = 0.25;

    /**
     * Seconds to wait after the failure of the attempt with this number, from 0. Null if another attempt would not
     * help, or would come too late to wait for.
     *
     * @param ApiException|null $refused null: no usable reply came
     * @param float $random from 0 to 1
     */
    public static function secondsAfter(?ApiException $refused, int $attempt, float $random): ?float
    {
        if ($refused !== null && !self::isTransient($refused)) {
            return null;
        }
        if ($refused?->retryAfter !== null) {
            return $refused->retryAfter <= self::MAX_RETRY_AFTER ? $refused->retryAfter : null;
        }
        // Shorter only, so that clients that failed together come back apart, and none too late.
        return min(self::FIRST_WAIT * 2 ** min($attempt, 16), self::LONGEST_WAIT) * (1 - self::JITTER * $random);
    }

    private static function isTransient(ApiException $refused): bool
    {
        // The only conflict that passes by itself: the first request with the key is still running.
        if ($refused->status === 409) {
            return $refused->errorCode === 'idempotency_in_progress';
        }
        return $refused->status === 408 || $refused->status === 429 || $refused->status >= 500;
    }

    /**
     * Reads `Retry-After` (RFC 9110, section 10.2.3): seconds, of which some gateways send decimals, or a date. Null is
     * anything else, 0 a date that has passed.
     */
    public static function after(string $header, float $now): ?float
    {
        if (preg_match('/^[0-9]+(\.[0-9]+)?$/D', $header) === 1) {
            return (float) $header;
        }
        foreach (['D, d M Y H:i:s \G\M\T', 'l, d-M-y H:i:s \G\M\T'] as $format) {
            $at = \DateTimeImmutable::createFromFormat('!' . $format, $header, new \DateTimeZone('UTC'));
            if ($at !== false) {
                return max(0.0, $at->getTimestamp() - $now);
            }
        }
        return null;
    }
}
