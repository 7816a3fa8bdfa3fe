<?php

/** @generate-class-entries */

namespace Async;

/** ACTIVE: everybody is served. INACTIVE: nobody is. RECOVERING: one at a time, to try. */
enum CircuitBreakerState
{
    case ACTIVE;
    case INACTIVE;
    case RECOVERING;
}

/** Something that can be switched off for a while, when what is behind it does not answer. */
interface CircuitBreaker
{
    /** How it is switched now. */
    public function getState(): CircuitBreakerState;

    /** Back to ACTIVE. */
    public function activate(): void;

    /** To INACTIVE: whoever waits is sent away with a ServiceUnavailableException. */
    public function deactivate(): void;

    /** To RECOVERING. */
    public function recover(): void;
}

/**
 * Hears of successes and failures, and switches its breaker.
 *
 * It may also have a method shouldRecover(): bool. While the breaker is INACTIVE it is asked at each acquire, at most
 * once a millisecond; true makes the breaker RECOVERING. What a strategy throws never breaks the pool.
 */
interface CircuitBreakerStrategy
{
    /** A resource came back and beforeRelease accepted it. $source is the breaker. */
    public function reportSuccess(mixed $source): void;

    /** The factory failed, beforeRelease refused a resource, or one was discarded. */
    public function reportFailure(mixed $source, \Throwable $error): void;
}
