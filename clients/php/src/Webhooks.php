<?php

declare(strict_types=1);

namespace Postseal;

use Postseal\Model\Event;

/** Verifies what a service sends to a subscription. */
final class Webhooks
{
    public const SIGNATURE_HEADER = 'Service-Signature';

    private const TIME = '/^t=(0|[1-9][0-9]{0,14})$/D';
    private const SIGNATURE = '/^v1=([0-9a-f]{64})$/D';
    private const OTHER = '/^(?!t=|v1=)[a-z][a-z0-9]*=[!-~]*$/D';

    /**
     * Returns the event of a webhook that comes from your service and is not old. An event may come twice, which this
     * cannot see: keep the ids of those that you have processed.
     *
     * @param string $payload the body as it came, before anything parsed it
     * @param array<string,string|string[]> $headers of the request: getallheaders(), those of PSR-7, or $_SERVER
     * @param string|string[] $secrets the signing secret of the subscription, or several of which any will do
     * @param float $toleranceSeconds how far the time of the signature may be from now, either way
     * @param float|null $now unix seconds, null is the clock's
     *
     * @throws WebhookException the webhook is not to be believed
     * @throws \InvalidArgumentException there is no secret, or an empty one
     */
    public static function verify(
        string $payload,
        array $headers,
        #[\SensitiveParameter] string|array $secrets,
        float $toleranceSeconds = 300,
        ?float $now = null,
    ): Event {
        $trusted = self::secrets($secrets);
        $header = self::find($headers);
        if ($header === '') {
            throw new WebhookException(WebhookException::MISSING_HEADER, 'There is no ' . self::SIGNATURE_HEADER . '.');
        }
        [$time, $signatures] = self::parse($header);
        $isRight = false;
        foreach ($trusted as $secret) {
            foreach ($signatures as $signature) {
                $isRight = hash_equals(hash_hmac('sha256', "$time.$payload", $secret), $signature) || $isRight;
            }
        }
        if (!$isRight) {
            throw new WebhookException(
                WebhookException::SIGNATURE_MISMATCH,
                'No signature matches: is it the right secret, and the body as it came?',
            );
        }
        // A NaN would not be more than anything, and so let everything pass.
        if (!(abs((float) $time - ($now ?? microtime(true))) <= $toleranceSeconds)) {
            throw new WebhookException(WebhookException::TIMESTAMP_OUT_OF_TOLERANCE, 'It was not signed just now.');
        }
        return self::event($payload);
    }

    /**
     * The header of a webhook, for tests of a receiver: with a `v1` for each secret.
     *
     * @param string|string[] $secrets
     * @param int|null $at unix seconds, null is now
     */
    public static function sign(string $payload, #[\SensitiveParameter] string|array $secrets, ?int $at = null): string
    {
        $time = $at ?? time();
        $signed = array_map(
            static fn (string $secret): string => ',v1=' . hash_hmac('sha256', "$time.$payload", $secret),
            self::secrets($secrets),
        );
        return "t=$time" . implode('', $signed);
    }

    /** @return string[] */
    private static function secrets(#[\SensitiveParameter] string|array $secrets): array
    {
        $all = is_array($secrets) ? array_values($secrets) : [$secrets];
        foreach ($all as $secret) {
            // Anybody could sign with an empty one.
            if (!is_string($secret) || trim($secret) === '') {
                throw new \InvalidArgumentException('$secrets is missing or empty: pass the signing secret of the subscription, such as '
                    . "getenv('POSTSEAL_WEBHOOK_SECRET'), and see that the variable is set.");
            }
        }
        return $all === [] ? throw new \InvalidArgumentException('$secrets is an empty list.') : $all;
    }

    private static function find(array $headers): string
    {
        $found = [];
        foreach ($headers as $name => $value) {
            $plain = strtr(strtolower((string) $name), '_', '-');
            if ($plain === 'service-signature' || $plain === 'http-service-signature') {
                array_push($found, ...(array) $value);
            }
        }
        // The space makes a header that came twice malformed.
        return implode(', ', $found);
    }

    /** @return array{string, string[]} the time in the digits that were signed, and each v1 */
    private static function parse(string $header): array
    {
        $times = [];
        $signatures = [];
        $isWellFormed = true;
        foreach (explode(',', $header) as $element) {
            if (preg_match(self::TIME, $element, $found) === 1) {
                $times[] = $found[1];
            } elseif (preg_match(self::SIGNATURE, $element, $found) === 1) {
                $signatures[] = $found[1];
            } else {
                // Other names are passed over, so that a later scheme can be added.
                $isWellFormed = $isWellFormed && preg_match(self::OTHER, $element) === 1;
            }
        }
        if (!$isWellFormed || count($times) !== 1 || $signatures === []) {
            throw new WebhookException(
                WebhookException::MALFORMED_HEADER,
                'It is not t=<unix seconds>,v1=<64 hex digits>: did it come once?',
            );
        }
        return [$times[0], $signatures];
    }

    private static function event(string $payload): Event
    {
        $value = json_decode($payload, true, 512, JSON_BIGINT_AS_STRING);
        if (!is_array($value) || ltrim($payload, " \t\r\n")[0] !== '{') {
            throw new WebhookException(WebhookException::INVALID_PAYLOAD, 'It is not a JSON object.');
        }
        return new Event($value);
    }
}
