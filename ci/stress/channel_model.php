<?php
/* Random operations on Async\Channel, and whether each value arrives.
 *
 *   php ci/stress/channel_model.php [--seed=N] [--steps=N]
 *
 * Coroutines send and receive on a few channels, with and without cancellation tokens; a driver cancels them, receives
 * by itself, closes channels, and collects garbage. What must hold at the end of each episode:
 *
 *   - a value whose send() returned is received exactly once
 *   - a value whose send() failed is received at most once, and never when the channel was closed to it
 *   - nobody is left parked once the channel is closed
 *   - as long as no receiver was cancelled, the values of one sender arrive in their order (not under a seed of the scheduler,
 *     where those who have received run in any order)
 *
 * Prints one line `ok - ` or `not ok - `. */

use Async\{AsyncCancellation, Channel, ChannelException};
use function Async\{await_all, delay, spawn, suspend, timeout};

final class Episode
{
    private Channel $channel;
    private array $tasks = [];
    /** value => 'sending', 'sent', 'failed', 'turned away' */
    private array $values = [];
    /** value => how often it was received */
    private array $received = [];
    private array $lastOfSender = [];
    private bool $receiverCancelled = false;
    private int $lastValue = 0;
    private static array $happened = ['sent' => 0, 'received' => 0, 'cancelled' => 0, 'timed_out' => 0, 'turned_away' => 0, 'given_back' => 0];

    public function __construct()
    {
        $this->channel = new Channel(mt_rand(0, 1) ? 0 : mt_rand(1, 5));
    }

    public static function happened(): array
    {
        return self::$happened;
    }

    private function token(): ?Async\Completable
    {
        return match (mt_rand(0, 5)) {
            0 => timeout(mt_rand(1, 2)),
            1 => spawn(function () { suspend(); suspend(); }),
            default => null,
        };
    }

    private function sender(int $count): void
    {
        static $lastSender = 0;
        $sender = ++$lastSender;
        $this->tasks[] = ['send', spawn(function () use ($sender, $count) {
            for ($i = 1; $i <= $count; $i++) {
                $value = ++$this->lastValue;
                $this->values[$value] = 'sending';
                try {
                    $this->channel->send([$sender, $i, $value], $this->token());
                    $this->values[$value] = 'sent';
                    self::$happened['sent']++;
                } catch (Async\OperationCanceledException) {
                    $this->values[$value] = 'failed';
                    self::$happened['timed_out']++;
                } catch (AsyncCancellation) {
                    $this->values[$value] = 'failed';
                    self::$happened['cancelled']++;
                    return;
                } catch (ChannelException) {
                    $this->values[$value] = 'turned away';
                    self::$happened['turned_away']++;
                    return;
                }
                mt_rand(0, 3) ?: suspend();
            }
        })];
    }

    private function take(array $message): void
    {
        [$sender, $number, $value] = $message;
        $this->received[$value] = ($this->received[$value] ?? 0) + 1;
        self::$happened['received']++;
        if (!$this->receiverCancelled && !ini_get('async.scheduler_seed') && $number <= ($this->lastOfSender[$sender] ?? 0)) {
            throw new Exception("value $number of sender $sender came after {$this->lastOfSender[$sender]}");
        }
        $this->lastOfSender[$sender] = $number;
    }

    private function receiver(int $count): void
    {
        $this->tasks[] = ['receive', spawn(function () use ($count) {
            try {
                if (mt_rand(0, 3) === 0) {
                    foreach ($this->channel as $message) {
                        $this->take($message);
                        if (--$count === 0) {
                            return;
                        }
                    }
                    return;
                }
                for (; $count > 0; $count--) {
                    try {
                        $this->take($this->channel->recv($this->token()));
                    } catch (Async\OperationCanceledException) {
                        self::$happened['timed_out']++;
                    }
                    mt_rand(0, 3) ?: suspend();
                }
            } catch (AsyncCancellation) {
                self::$happened['cancelled']++;
            } catch (ChannelException) {
                self::$happened['turned_away']++;
            }
        })];
    }

    private function cancelOne(): void
    {
        if (!$this->tasks) {
            return;
        }
        [$kind, $task] = $this->tasks[array_rand($this->tasks)];
        if (!$task->isCompleted()) {
            $this->receiverCancelled = $this->receiverCancelled || $kind === 'receive';
            $before = count($this->channel);
            $task->cancel();
            if (mt_rand(0, 1)) {
                suspend();
                self::$happened['given_back'] += count($this->channel) > max($before, $this->channel->capacity());
            }
        }
    }

    /* Under a seed of the scheduler another one may be first. */
    private function receiveDirectly(): void
    {
        try {
            $this->take($this->channel->recv(timeout(1)));
        } catch (Async\OperationCanceledException) {
        }
    }

    private function step(): void
    {
        match (mt_rand(0, 9)) {
            0, 1, 2 => $this->sender(mt_rand(1, 6)),
            3, 4, 5 => $this->receiver(mt_rand(1, 6)),
            6 => $this->cancelOne(),
            7 => $this->channel->isEmpty() ?: $this->receiveDirectly(),
            8 => suspend(),
            9 => mt_rand(0, 20) ? null : gc_collect_cycles(),
        };
    }

    public function run(int $steps): void
    {
        for ($i = 0; $i < $steps; $i++) {
            $this->step();
        }
        mt_rand(0, 1) ?: delay(3);
        $this->channel->close();
        await_all(array_column($this->tasks, 1));
        /* A receiver that was cancelled may have given back what it had. */
        while (!$this->channel->isEmpty()) {
            $this->take($this->channel->recv());
        }
        foreach ($this->values as $value => $fate) {
            $times = $this->received[$value] ?? 0;
            $right = match ($fate) {
                'sent' => $times === 1,
                'failed' => $times <= 1,
                'turned away' => $times === 0,
            };
            if (!$right) {
                throw new Exception("value $value: $fate, and received $times times");
            }
        }
    }
}

$options = getopt('', ['seed:', 'steps:']);
$seed = (int) ($options['seed'] ?? 1);
$steps = (int) ($options['steps'] ?? 100_000);
mt_srand($seed);
$start = hrtime(true);
$episodes = 0;
try {
    for ($done = 0; $done < $steps; $done += $length) {
        $episodes++;
        (new Episode)->run($length = mt_rand(5, 80));
    }
} catch (Throwable $e) {
    echo "not ok - channel model: seed $seed, episode $episodes: ", $e::class, ': ', $e->getMessage(), "\n";
    exit(1);
}
$happened = Episode::happened();
$never = array_keys(array_filter($happened, fn ($count) => $count === 0));
if ($never && $steps >= 10_000) {
    echo "not ok - channel model: these never happened: ", implode(', ', $never), "\n";
    exit(1);
}
printf("ok - channel model: seed %d, %d steps in %d episodes, %.1f s (%s)\n", $seed, $steps, $episodes, (hrtime(true) - $start) / 1e9,
    implode(', ', array_map(fn ($name, $count) => "$name $count", array_keys($happened), $happened)));
