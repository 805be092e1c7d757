<?php

declare(strict_types=1);

namespace Postseal\Internal;

/**
 * A client's options, checked.
 *
 * @internal
 */
final class Settings
{
    /** Without a slash at its end. */
    public readonly string $baseUrl;

    public function __construct(
        string $baseUrl,
        public readonly float $timeout,
        public readonly int $maxRetries,
        public readonly string $version,
    ) {
        $parts = parse_url($baseUrl);
        $isUsable = is_array($parts) && ($parts['host'] ?? '') !== ''
            && in_array($parts['scheme'] ?? '', ['http', 'https'], true)
            && array_diff(array_keys($parts), ['scheme', 'host', 'port', 'path']) === [];
        if (!$isUsable) {
            // What was given is not repeated: it may have a password in it.
            $form = 'https://mail.example.com, without user or query';
            throw new \InvalidArgumentException("baseUrl must be like $form.");
        }
        if (!($timeout > 0)) {
            throw new \InvalidArgumentException('timeout must be above 0.');
        }
        if ($maxRetries < 0) {
            throw new \InvalidArgumentException('maxRetries must be 0 or more.');
        }
        $this->baseUrl = rtrim((string) preg_replace('~/v1$~D', '', rtrim($baseUrl, '/')), '/');
    }
}
