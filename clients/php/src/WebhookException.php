<?php

declare(strict_types=1);

namespace Postseal;

/** A webhook is not to be believed. Answer 400. */
final class WebhookException extends \RuntimeException
{
    public const MISSING_HEADER = 'missing_header';
    public const MALFORMED_HEADER = 'malformed_header';
    public const SIGNATURE_MISMATCH = 'signature_mismatch';
    public const TIMESTAMP_OUT_OF_TOLERANCE = 'timestamp_out_of_tolerance';
    public const INVALID_PAYLOAD = 'invalid_payload';

    /** @param string $reason one of the constants */
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}
