<?php

declare(strict_types=1);

namespace Postseal\Internal;

/**
 * An object of the contract. Its fields are properties: one that is absent is not set (`has` tells that from null), and
 * one that a later version has added is there as well.
 */
abstract class Model implements \JsonSerializable
{
    /** The types of the fields that are more than scalars. */
    protected const TYPES = [];

    /** @var array<string,mixed> */
    private array $values = [];

    /** @param array<string,mixed> $values the fields; arrays in them become objects of the contract */
    final public function __construct(array $values = [])
    {
        foreach ($values as $name => $value) {
            $this->__set((string) $name, $value);
        }
    }

    /** @param static|array<string,mixed> $values */
    final public static function from(self|array $values): static
    {
        return is_array($values) ? new static($values) : $values;
    }

    /** Whether a field is there, null or not. */
    final public function has(string $name): bool
    {
        return array_key_exists($name, $this->values);
    }

    final public function __get(string $name): mixed
    {
        return $this->values[$name] ?? null;
    }

    final public function __set(string $name, mixed $value): void
    {
        $type = static::TYPES[$name] ?? null;
        $this->values[$name] = $type === null ? $value : self::read($type, $value);
    }

    final public function __isset(string $name): bool
    {
        return isset($this->values[$name]);
    }

    final public function __unset(string $name): void
    {
        unset($this->values[$name]);
    }

    /** @return array<string,mixed> */
    final public function toArray(): array
    {
        return json_decode(json_encode($this, JSON_THROW_ON_ERROR), true, 512, JSON_THROW_ON_ERROR);
    }

    final public function jsonSerialize(): object
    {
        $written = [];
        foreach ($this->values as $name => $value) {
            $isMap = is_array($value) && str_starts_with(static::TYPES[$name] ?? '', 'array<');
            $plain = $isMap ? (object) $value : $value;
            $written[$name] = $value instanceof \DateTimeInterface ? self::time($value) : $plain;
        }
        return (object) $written;
    }

    final public static function time(\DateTimeInterface $at): string
    {
        $utc = \DateTimeImmutable::createFromInterface($at)->setTimezone(new \DateTimeZone('UTC'));
        return $utc->format('Y-m-d\TH:i:s.v\Z');
    }

    /** What of a later version is of another type stays as it came. */
    private static function read(string $type, mixed $value): mixed
    {
        if (is_string($value) && $type === '\DateTimeImmutable') {
            try {
                return new \DateTimeImmutable($value);
            } catch (\Exception) {
                return $value;
            }
        }
        if (!is_array($value)) {
            return $value;
        }
        if (preg_match('/^(?|array<string,(.+)>|(.+)\[\])$/D', $type, $found) === 1) {
            return array_map(static fn (mixed $one): mixed => self::read($found[1], $one), $value);
        }
        return is_subclass_of($type, self::class) ? new $type($value) : $value;
    }
}
