<?php

declare(strict_types=1);

namespace Postseal\Internal;

/**
 * The time, and the chance. Tests have their own.
 *
 * @internal
 */
class Clock
{
    /** Unix seconds. */
    public function now(): float
    {
        return microtime(true);
    }

    public function sleep(float $seconds): void
    {
        usleep((int) round($seconds * 1e6));
    }

    /** From 0 to 1. */
    public function random(): float
    {
        return random_int(0, 1 << 24) / (1 << 24);
    }
}
