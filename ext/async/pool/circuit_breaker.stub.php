<?php

/** @generate-class-entries */

namespace Async;

enum CircuitBreakerState
{
    case ACTIVE;
    case INACTIVE;
    case RECOVERING;
}

interface CircuitBreaker
{
    public function getState(): CircuitBreakerState;

    public function activate(): void;

    public function deactivate(): void;

    public function recover(): void;
}

/** May also have a method shouldRecover(): bool, which is asked while the breaker is INACTIVE. */
interface CircuitBreakerStrategy
{
    public function reportSuccess(mixed $source): void;

    public function reportFailure(mixed $source, \Throwable $error): void;
}
