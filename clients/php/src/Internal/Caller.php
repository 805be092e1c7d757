<?php

declare(strict_types=1);

namespace Postseal\Internal;

use GuzzleHttp\ClientInterface;
use GuzzleHttp\Exception\GuzzleException;
use GuzzleHttp\Psr7\Utils;
use Postseal\ApiException;
use Postseal\CallOptions;
use Postseal\ConnectionException;
use Postseal\Response;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamInterface;

/**
 * Makes the requests of the operations: with the credential and the idempotency key, once more after a failure that
 * passes by itself, and with an exception of one kind for every refusal.
 *
 * @internal
 */
final class Caller
{
    public function __construct(
        private readonly Credential $credential,
        private readonly Settings $settings,
        private readonly ClientInterface $http,
        private readonly Clock $clock = new Clock(),
    ) {
    }

    /**
     * @template T of Model
     * @param class-string<T> $type
     * @param list<string|int> $ids
     * @param array<string,mixed> $query
     * @return T
     */
    public function value(
        string $type,
        Operation $operation,
        array $ids = [],
        array $query = [],
        ?Model $body = null,
        mixed $csv = null,
        ?CallOptions $options = null,
    ): Model {
        $read = static function (ResponseInterface $reply) use ($type): Model {
            $value = json_decode((string) $reply->getBody(), true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
            return is_array($value) ? new $type($value) : throw new \JsonException('it is not an object');
        };
        return $this->call($operation, $ids, $query, $body, $csv, $options, $read);
    }

    /** @param list<string|int> $ids */
    public function nothing(
        Operation $operation,
        array $ids = [],
        array $query = [],
        ?Model $body = null,
        ?CallOptions $options = null,
    ): void {
        $this->call($operation, $ids, $query, $body, null, $options, static fn (): mixed => null);
    }

    /**
     * A reply of any size. It goes to a temporary file, so that it takes no memory, and so that one that breaks off is
     * tried again: PHP's own streams end as if all had come.
     *
     * @param list<string|int> $ids
     * @param array<string,mixed> $query
     */
    public function stream(
        Operation $operation,
        array $ids = [],
        array $query = [],
        ?CallOptions $options = null,
    ): StreamInterface {
        $read = static fn (ResponseInterface $reply): StreamInterface => $reply->getBody();
        return $this->call($operation, $ids, $query, null, null, $options, $read);
    }

    private function call(
        Operation $operation,
        array $ids,
        array $query,
        ?Model $body,
        mixed $csv,
        ?CallOptions $options,
        \Closure $read,
    ): mixed {
        $uri = $this->settings->baseUrl . $operation->target($ids, $query);
        $key = $operation->takesKey ? $options?->idempotencyKey ?? bin2hex(random_bytes(16)) : null;
        $json = $body === null ? null : json_encode($body, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
        $file = $csv === null ? null : Utils::streamFor($csv);
        for ($attempt = 0;; $attempt++) {
            $refused = null;
            $message = '';
            try {
                $reply = $this->send($operation, $uri, $key, $json, $file, $options);
                if (intdiv($reply->getStatusCode(), 100) === 2) {
                    return $read($reply);
                }
                $refused = Refusal::in($reply, $key, $this->clock->now());
            } catch (GuzzleException | \RuntimeException $failure) {
                // Without the URL, whose query may have an address in it, and without the request, which has the key.
                $message = (string) preg_replace('~ (?:for )?https?://.*$~sD', '', $failure->getMessage());
            } catch (\JsonException $failure) {
                $message = "The reply is not what the contract says: {$failure->getMessage()}";
            }
            $wait = Retry::secondsAfter($refused, $attempt, $this->clock->random());
            if ($wait === null || $attempt >= $this->settings->maxRetries || $operation->uncredentialed) {
                throw $refused ?? new ConnectionException($message, $attempt + 1, $key);
            }
            $this->clock->sleep($wait);
        }
    }

    /** A large reply takes its time: it may not stop for so many seconds. */
    private static function toFile(float $timeout): array
    {
        return [
            'sink' => Utils::tryFopen('php://temp', 'w+b'),
            'read_timeout' => $timeout,
            'curl' => [CURLOPT_LOW_SPEED_LIMIT => 1, CURLOPT_LOW_SPEED_TIME => max(1, (int) ceil($timeout))],
        ];
    }

    private function send(
        Operation $operation,
        string $uri,
        ?string $key,
        ?string $json,
        ?StreamInterface $file,
        ?CallOptions $options,
    ): ResponseInterface {
        $timeout = $options?->timeout ?? $this->settings->timeout;
        if ($file?->isSeekable()) {
            $file->rewind();
        }
        $reply = $this->http->request($operation->method, $uri, [
            'http_errors' => false,
            // The key stays with the service.
            'allow_redirects' => false,
            'connect_timeout' => $timeout,
            ...($operation->accepts === null ? ['timeout' => $timeout] : self::toFile($timeout)),
            'body' => $json ?? $file,
            'headers' => array_filter([
                'User-Agent' => "postseal-php/{$this->settings->version}",
                'Accept' => $options?->accept ?? $operation->accepts ?? 'application/json',
                'Content-Type' => $json !== null ? 'application/json' : ($file !== null ? 'text/csv' : null),
                'Idempotency-Key' => $key,
                'Authorization' => $operation->uncredentialed ? null : $this->credential->header(),
            ], static fn (?string $value): bool => $value !== null),
        ]);
        if ($options?->onResponse !== null) {
            $headers = array_change_key_case($reply->getHeaders());
            $id = $reply->getHeaderLine('Request-Id');
            ($options->onResponse)(new Response($reply->getStatusCode(), $headers, $id === '' ? null : $id, $key));
        }
        return $reply;
    }
}
