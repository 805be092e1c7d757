<?php

declare(strict_types=1);

namespace Postseal;

use GuzzleHttp\ClientInterface;
use Postseal\Api\Services;
use Postseal\Internal\Caller;
use Postseal\Internal\Credential;
use Postseal\Internal\Settings;

/** Calls one service with one key. It has a property for each group of operations, such as `messages`. */
final class Client extends Services
{
    public const VERSION = '0.2.0-dev';

    /**
     * @param string $apiKey empty: the environment's POSTSEAL_API_KEY
     * @param string $baseUrl such as https://mail.example.com; empty: the environment's POSTSEAL_BASE_URL, or
     *     http://localhost:4000
     * @param float $timeout seconds of an attempt with its whole reply; of an export, those without any part of it
     * @param int $maxRetries how often a call is tried again after a failure that passes by itself
     * @param ClientInterface|null $http sends the requests, as through a proxy
     *
     * @throws \InvalidArgumentException an option cannot be used; the message never has the key in it
     */
    public function __construct(
        #[\SensitiveParameter] string $apiKey = '',
        string $baseUrl = '',
        float $timeout = 60.0,
        int $maxRetries = 2,
        ?ClientInterface $http = null,
    ) {
        $key = $apiKey !== '' ? $apiKey : trim((string) getenv('POSTSEAL_API_KEY'));
        $base = $baseUrl !== '' ? $baseUrl : trim((string) getenv('POSTSEAL_BASE_URL'));
        $settings = new Settings($base !== '' ? $base : 'http://localhost:4000', $timeout, $maxRetries, self::VERSION);
        parent::__construct(new Caller(new Credential($key), $settings, $http ?? new \GuzzleHttp\Client()));
    }
}
