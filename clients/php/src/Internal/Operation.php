<?php

declare(strict_types=1);

namespace Postseal\Internal;

/**
 * What the contract says of an operation, as far as a call needs it.
 *
 * @internal
 */
final class Operation
{
    public function __construct(
        public readonly string $method,
        /** With a placeholder such as {id} for each id. */
        public readonly string $path,
        public readonly bool $takesKey = false,
        /** It takes no credential, and is attempted once only. */
        public readonly bool $uncredentialed = false,
        /** The media type that a stream has without another wish. */
        public readonly ?string $accepts = null,
    ) {
    }

    /**
     * The path and query of a request.
     *
     * @param list<string|int> $ids
     * @param array<string,mixed> $query a null is left out
     * @throws \InvalidArgumentException an id cannot stand in a path
     */
    public function target(array $ids, array $query): string
    {
        $place = static function (array $found) use (&$ids): string {
            $id = (string) array_shift($ids);
            // What reads the path on the way would take these for parts of it.
            if ($id === '' || $id === '.' || $id === '..') {
                throw new \InvalidArgumentException("{$found[1]} must be an id, not \"$id\".");
            }
            return rawurlencode($id);
        };
        $target = (string) preg_replace_callback('/\{(\w+)\}/', $place, $this->path);
        $pairs = [];
        foreach ($query as $name => $value) {
            foreach (is_array($value) ? $value : [$value] as $one) {
                if ($one !== null) {
                    $pairs[] = rawurlencode($name) . '=' . rawurlencode(self::text($one));
                }
            }
        }
        return $pairs === [] ? $target : $target . '?' . implode('&', $pairs);
    }

    private static function text(mixed $value): string
    {
        if ($value instanceof \DateTimeInterface) {
            return Model::time($value);
        }
        return is_bool($value) ? ($value ? 'true' : 'false') : (string) $value;
    }
}
