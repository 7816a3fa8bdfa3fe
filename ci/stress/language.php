<?php
/* Random programs that wait inside the constructs of the language, against the same programs without concurrency.
 *
 * Each program is a tree of constructs (sorts, serializers, regular expressions, generators, Fibers, buffers, error
 * handlers, stream wrappers, destructors, autoloaders, iterators, lazy objects, pools, coroutines within coroutines) whose
 * leaves compute and wait. A program returns a text. First all programs of a round run one after another, and waiting does
 * nothing; then all of them at once, each in a coroutine, and waiting suspends at random. The texts must be the same, and
 * nothing may be left behind. Now and then all but one are cancelled in the middle, which must leave as little behind and
 * change nothing for the last; and a child process ends in the middle of the programs, by exit() in the main script, by
 * exit() or a fatal error inside one of the constructs: it must come to the end that it asked for, and unless that is a fatal
 * error, every finally block that was entered must have run once.
 *
 *   php ci/stress/language.php [--seed=N] [--rounds=N] [--seconds=N] [--programs=N]
 *
 * Round N of seed S is round 1 of seed S + N - 1, so that a failure can be replayed alone. */

use Async\Pool;
use function Async\{await, await_all_or_fail, delay, spawn, suspend};

if (in_array('--help', $argv, true)) {
    echo "usage: php language.php [--seed=N] [--rounds=N] [--seconds=N] [--programs=N]\n\n",
        "Compares random programs that wait with the same ones run alone: 1000 rounds of 6 programs, at most 60 seconds.\n";
    exit(0);
}
$options = getopt('', ['seed:', 'rounds:', 'seconds:', 'programs:'], $rest);
if ($rest < $argc) {
    fwrite(STDERR, "language.php: unknown argument: {$argv[$rest]} (see --help)\n");
    exit(2);
}
$seed = (int) ($options['seed'] ?? 1);
$rounds = (int) ($options['rounds'] ?? 1000);
$end = microtime(true) + (int) ($options['seconds'] ?? 60);
$programs = (int) ($options['programs'] ?? 6);

/* {{{ What the programs share */
$concurrent = false;
$waits = new Random\Randomizer(new Random\Engine\Mt19937(0));
$pool = null;

/** Called by a wait of a child that is to end there: after so many waits. */
$bomb = null;
$waits_to_bomb = 0;

/** Suspends while programs run at once, in one of several ways. */
function wait(): void
{
    global $concurrent, $waits, $bomb, $waits_to_bomb;
    if (!$concurrent) {
        return;
    }
    if ($bomb && --$waits_to_bomb === 0) {
        $bomb();
    }
    match ($waits->getInt(0, 5)) {
        0 => delay(0),
        1 => delay(1),
        2 => usleep(10),
        default => suspend(),
    };
}

/** The same where the engine may not let others run: then it blocks, and only suspend() would be an error. */
function wait_or_block(): void
{
    global $concurrent, $waits;
    if ($concurrent) {
        global $bomb, $waits_to_bomb;
        if ($bomb && --$waits_to_bomb === 0) {
            $bomb();
        }
        $waits->getInt(0, 1) ? delay($waits->getInt(0, 1)) : usleep(10);
    }
}

final class Value
{
    public function __construct(public string $text, public ?Closure $inner = null) {}
    public function __serialize(): array { wait(); return ['text' => $this->text . ($this->inner ? ($this->inner)() : '')]; }
    public function __unserialize(array $data): void { wait(); $this->text = $data['text'] . '!'; }
    public function __toString(): string { wait(); return $this->text; }
    public function __get(string $name): mixed { wait(); return $this->text . $name; }
    public function __invoke(string $x): string { wait(); return $this->text . $x; }
}

/** Magic methods, hooks, clones: each call waits. */
final class Magic
{
    private array $values = [];
    public string $hooked { get { wait(); return $this->hooked . '<'; } set { wait(); $this->hooked = "$value>"; } }
    public function __construct(public readonly string $text) { wait(); }
    public function __isset(string $name): bool { wait(); return isset($this->values[$name]); }
    public function __set(string $name, mixed $value): void { wait(); $this->values[$name] = $value; }
    public function __get(string $name): mixed { wait(); return $this->values[$name] ?? "no $name"; }
    public function __unset(string $name): void { wait(); unset($this->values[$name]); }
    public function __call(string $name, array $arguments): string { wait(); return "$name(" . implode(',', $arguments) . ')'; }
    public static function __callStatic(string $name, array $arguments): string { wait(); return "$name:" . implode(',', $arguments); }
    public function __clone() { wait(); $this->values['cloned'] = 'yes'; }
    public function __debugInfo(): array { wait(); return ['text' => $this->text]; }
    public function __sleep(): array { wait(); return ['text']; }
}

final class Heap extends SplMinHeap
{
    protected function compare(mixed $a, mixed $b): int { wait(); return $b <=> $a; }
}

final class Queue extends SplPriorityQueue
{
    public function compare(mixed $a, mixed $b): int { wait(); return $a <=> $b; }
}

final class Storage extends SplObjectStorage
{
    public function getHash(object $object): string { wait(); return $object->text; }
}

final class Steps implements IteratorAggregate
{
    public function __construct(private int $n) {}
    public function getIterator(): Iterator { wait(); return range_of($this->n); }
}

final class OnEnd
{
    public function __construct(private Closure $then) {}
    public function __destruct() { ($this->then)(); }
}

final class Wrapper
{
    public $context;
    private string $data;
    private int $position = 0;
    public function stream_open($path, $mode, $options, &$opened) { wait(); $this->data = str_repeat(substr($path, 8), 3); return true; }
    public function stream_read($count) { wait(); $part = substr($this->data, $this->position, $count); $this->position += strlen($part); return $part; }
    public function stream_eof() { return $this->position >= strlen($this->data); }
    public function stream_stat() { return []; }
    public function stream_close() { wait(); }
    public function stream_set_option($option, $arg1, $arg2) { return false; }
    public function stream_seek($offset, $whence) { wait(); $this->position = $offset; return true; }
    public function stream_tell() { return $this->position; }
    public function stream_write($data) { wait(); self::$written[$this->data] = (self::$written[$this->data] ?? '') . $data; return strlen($data); }
    public function url_stat($path, $flags) { wait(); return ['size' => strlen($path), 'mode' => 0100644]; }
    public function unlink($path) { wait(); return (bool) strpos($path, '1'); }
    public function rename($from, $to) { wait(); return strlen($from) < strlen($to); }
    public function mkdir($path, $mode, $options) { wait(); return true; }
    public function dir_opendir($path, $options) { wait(); $this->data = substr($path, 8); return true; }
    public function dir_readdir() { wait(); return $this->position < strlen($this->data) ? $this->data[$this->position++] : false; }
    public function dir_closedir() { wait(); return true; }
    public function dir_rewinddir() { wait(); $this->position = 0; return true; }
    private static array $written = [];
}
stream_wrapper_register('fuzz', 'Wrapper');

/** Its filter() cannot suspend. */
final class Filter extends php_user_filter
{
    public function onCreate(): bool { wait_or_block(); return true; }
    public function onClose(): void { wait_or_block(); }
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        wait_or_block();
        while ($bucket = stream_bucket_make_writeable($in)) {
            $bucket->data = str_rot13($bucket->data);
            $consumed += $bucket->datalen;
            stream_bucket_append($out, $bucket);
        }
        return PSFS_PASS_ON;
    }
}
stream_filter_register('fuzz.rot', 'Filter');

/** A guard of the engine keeps __get() from calling itself: then there is no such property. */
#[AllowDynamicProperties]
final class Guarded
{
    public function __get(string $name): mixed { wait(); $same = $this->$name ?? 'none'; wait(); return "$name:" . json_encode($same); }
    public function __isset(string $name): bool { wait(); return isset($this->$name) || strlen($name) > 3; }
    public function __set(string $name, mixed $value): void { wait(); $this->$name = "$value!"; }
}

final class Woken
{
    public function __construct(public string $text) {}
    public function __sleep(): array { wait(); serialize(new Value('inside')); return ['text']; }
    public function __wakeup(): void { wait(); unserialize(serialize([1, 2])); $this->text .= '?'; }
}

/** Its files are code. */
final class CodeWrapper
{
    public $context;
    private string $data;
    private int $position = 0;
    public function stream_open($path, $mode, $options, &$opened) { wait(); $this->data = '<?php wait(); return [' . str_repeat(substr($path, 7) . ',', 900) . ' __LINE__];'; return true; }
    public function stream_read($count) { wait(); $part = substr($this->data, $this->position, $count); $this->position += strlen($part); return $part; }
    public function stream_eof() { return $this->position >= strlen($this->data); }
    public function stream_stat() { wait(); return []; }
    public function stream_set_option($option, $arg1, $arg2) { return false; }
}
stream_wrapper_register('code', 'CodeWrapper');

/* Classes of a run: Auto_RUN_N, whose constants are those of the next one. Another coroutine may be faster. */
$run = 0;
spl_autoload_register(function (string $class) {
    wait_or_block();
    if (preg_match('/^Auto_(\d+)_(\d)$/', $class, $m) && !class_exists($class, false)) {
        $next = $m[2] < 5 ? "Auto_{$m[1]}_" . ($m[2] + 1) : '';
        eval("class $class { const VALUE = 'v$m[2]'" . ($next ? " . $next::VALUE" : '') . '; public $property = self::VALUE; }');
    }
    /* Linking the child needs the types of its methods: Linked_RUN_N_Child is loaded in the middle. */
    if (preg_match('/^Linked_(\d+)_(\d)(_Child)?$/', $class, $m) && !class_exists($class, false)) {
        eval(isset($m[3]) ? "class $class extends Linked_$m[1]_$m[2] {}"
            : "class $class { function make(): $class { return \$this; } }"
            . " class {$class}_User extends $class { function make(): {$class}_Child { return new {$class}_Child; } }");
    }
});

function with_default(string $x, Magic $magic = new Magic('default')): string { return $magic->text . $x; }

function range_of(int $n): Generator
{
    try {
        for ($i = 0; $i < $n; $i++) {
            wait();
            yield $i => "g$i";
        }
    } finally {
        wait();
    }
    return 'end';
}

function delegating(int $n): Generator
{
    $result = yield from range_of($n);
    wait();
    yield 'last' => $result;
}
/* }}} */

/** One way to use each construct: fn(string $x, Closure $inner, int $n): string, where $inner() is the program within. */
$constructs = [
    'sort' => function (string $x, Closure $inner, int $n) {
        $letters = str_split(substr(md5($x), 0, 4 + $n));
        usort($letters, function ($a, $b) use ($n) { wait(); return $n % 2 ? $a <=> $b : $b <=> $a; });
        return implode($letters) . $inner();
    },
    'sort_within' => function (string $x, Closure $inner, int $n) {
        $letters = ['b', 'a', 'c'];
        $within = '';
        uasort($letters, function ($a, $b) use (&$within, $inner) { $within = $inner(); return $a <=> $b; });
        return implode($letters) . $within;
    },
    'multisort' => function (string $x, Closure $inner, int $n) {
        $values = array_map(fn($letter) => new Value($letter), str_split(substr(md5($x), 0, 3 + $n)));
        array_multisort($values, $n % 2 ? SORT_ASC : SORT_DESC, SORT_STRING);
        return implode(array_map(fn($value) => $value->text, $values)) . $inner();
    },
    'diff' => fn(string $x, Closure $inner, int $n) => implode(',', array_udiff(range(0, $n + 3), [1, 2], function ($a, $b) { wait(); return $a <=> $b; })) . $inner(),
    'serialize' => fn(string $x, Closure $inner, int $n) => implode(',', array_map(fn($v) => $v->text, unserialize(serialize([$v = new Value($x, $inner), new Value('y'), $v])))),
    'preg' => fn(string $x, Closure $inner, int $n) => preg_replace_callback('/[a-f]/', function ($m) use ($inner) { wait(); return "<$m[0]>"; }, substr(md5($x), 0, 6)) . $inner(),
    'preg_within' => fn(string $x, Closure $inner, int $n) => preg_replace_callback('/' . str_repeat('(z)?', $n * 12) . '(\w)/', fn($m) => end($m) . $inner(), 'a'),
    'generator' => function (string $x, Closure $inner, int $n) {
        $text = '';
        foreach (delegating($n) as $key => $value) {
            $text .= "$key=$value ";
        }
        return $text . $inner();
    },
    'generator_left' => function (string $x, Closure $inner, int $n) {
        foreach (range_of($n + 2) as $value) {
            return $value . $inner();
        }
    },
    'fiber' => function (string $x, Closure $inner, int $n) {
        $fiber = new Fiber(function () use ($inner, $n) {
            $text = '';
            for ($i = 0; $i < $n; $i++) {
                wait();
                $text .= Fiber::suspend($i);
            }
            return $text . $inner();
        });
        $text = $fiber->start();
        while (!$fiber->isTerminated()) {
            wait();
            $text .= $fiber->resume('r');
        }
        return $text . $fiber->getReturn();
    },
    'finally' => function (string $x, Closure $inner, int $n) {
        $text = '';
        try {
            try {
                wait();
                throw new RuntimeException($x);
            } finally {
                $text .= $inner();
                wait();
            }
        } catch (RuntimeException $e) {
            wait();
            return $text . strlen($e->getMessage());
        }
    },
    'buffer' => function (string $x, Closure $inner, int $n) {
        ob_start();
        echo $x;
        wait();
        $text = $inner();
        echo $text;
        return '[' . ob_get_clean() . ']';
    },
    'error_handler' => function (string $x, Closure $inner, int $n) {
        $seen = [];
        set_error_handler(function ($level, $message) use (&$seen) { $seen[] = $message; return true; });
        try {
            wait();
            trigger_error("e$n");
            $text = $inner();
            trigger_error("f$n");
        } finally {
            restore_error_handler();
        }
        return implode($seen) . $text;
    },
    'error_reporting' => function (string $x, Closure $inner, int $n) {
        $before = error_reporting($n % 2 ? E_ALL : E_ALL & ~E_NOTICE);
        wait();
        $text = $inner() . error_reporting();
        error_reporting($before);
        return $text;
    },
    'silence' => fn(string $x, Closure $inner, int $n) => @(function () use ($inner) { wait(); return $inner() . error_reporting(); })(),
    'file' => fn(string $x, Closure $inner, int $n) => file_get_contents('fuzz://same') . file_get_contents("fuzz://$n") . $inner(),
    'to_string' => fn(string $x, Closure $inner, int $n) => new Value('s') . implode(',', [new Value('t'), new Value('u')]) . $inner(),
    'magic' => fn(string $x, Closure $inner, int $n) => (new Value('m'))->missing . implode(array_map(new Value('i'), ['1', '2'])) . $inner(),
    'walk' => function (string $x, Closure $inner, int $n) {
        $array = range(1, $n + 1);
        array_walk($array, function (&$value) { wait(); $value *= 2; });
        return implode(',', array_filter($array, function ($value) { wait(); return $value > 2; })) . $inner();
    },
    'destructor' => function (string $x, Closure $inner, int $n) {
        $text = '';
        $object = new OnEnd(function () use (&$text, $inner) { wait(); $text = $inner(); });
        unset($object);
        return "d$text";
    },
    'autoload' => function (string $x, Closure $inner, int $n) {
        global $run;
        $class = "Auto_{$run}_$n";
        return (new $class)->property . constant("$class::VALUE") . $inner();
    },
    'by_reference' => function (string $x, Closure $inner, int $n) {
        $array = range(1, $n + 2);
        foreach ($array as $key => &$value) {
            wait();
            $value .= $key;
            if ($key === 0) {
                $array[] = 'new';
            }
        }
        unset($value);
        return implode(',', $array) . $inner();
    },
    'static' => function (string $x, Closure $inner, int $n) {
        $count = function () use ($inner) { static $calls = 0, $text = null; wait(); $text ??= $inner(); return ++$calls . $text; };
        return $count() . $count();
    },
    'exception_in_finally' => function (string $x, Closure $inner, int $n) {
        try {
            try {
                wait();
                throw new RuntimeException('first');
            } finally {
                wait();
                $text = $inner();
                throw new LogicException("second $text");
            }
        } catch (LogicException $e) {
            return $e->getMessage() . $e->getPrevious()?->getMessage();
        }
    },
    'return_in_finally' => fn(string $x, Closure $inner, int $n) => (function () use ($inner) {
        try {
            wait();
            throw new RuntimeException('lost');
        } finally {
            wait();
            return $inner();
        }
    })(),
    'throw_into_generator' => function (string $x, Closure $inner, int $n) {
        $generator = (function () use ($inner, $n) {
            try {
                yield from range_of($n + 1);
            } catch (RuntimeException $e) {
                wait();
                yield $e->getMessage() . $inner();
            }
        })();
        return $generator->current() . $generator->throw(new RuntimeException('thrown'));
    },
    'throw_into_fiber' => function (string $x, Closure $inner, int $n) {
        $fiber = new Fiber(function () use ($inner) {
            try {
                wait();
                Fiber::suspend();
            } catch (RuntimeException $e) {
                wait();
                return $e->getMessage() . $inner();
            }
        });
        $fiber->start();
        wait();
        $fiber->throw(new RuntimeException('into'));
        return $fiber->getReturn();
    },
    'fiber_left' => function (string $x, Closure $inner, int $n) {
        $text = '';
        $fiber = new Fiber(function () use (&$text) {
            try {
                wait();
                Fiber::suspend();
            } finally {
                $text .= 'left';
            }
        });
        $fiber->start();
        unset($fiber);
        return $text . $inner();
    },
    'fiber_in_generator' => function (string $x, Closure $inner, int $n) {
        $generator = (function () use ($inner) {
            $fiber = new Fiber(function () use ($inner) { foreach (delegating(2) as $v) { Fiber::suspend($v); } return $inner(); });
            $value = $fiber->start();
            while (!$fiber->isTerminated()) {
                wait();
                yield $value;
                $value = $fiber->resume();
            }
            yield $fiber->getReturn();
        })();
        return implode(' ', iterator_to_array($generator, false));
    },
    'magic_methods' => function (string $x, Closure $inner, int $n) {
        $magic = new Magic($x);
        $magic->hooked = 'h';
        $magic->value = $inner();
        $text = isset($magic->value) ? 'set' : 'unset';
        $text .= $magic->value . $magic->call('a', 'b') . Magic::still('c') . $magic->hooked;
        unset($magic->value);
        $clone = clone $magic;
        return $text . $magic->value . $clone->cloned . $magic->cloned;
    },
    'default_object' => fn(string $x, Closure $inner, int $n) => with_default($x) . $inner(),
    'dumps' => function (string $x, Closure $inner, int $n) {
        ob_start();
        var_dump(new Magic($x));
        echo print_r([new Magic('p'), 'k' => new Magic('q')], true), var_export([1, $x], true), serialize(new Magic('s'));
        return strlen(preg_replace('/#\d+/', '', ob_get_clean())) . $inner();
    },
    'nested_buffers' => function (string $x, Closure $inner, int $n) {
        ob_start(fn($text) => "($text)");
        echo 'a';
        ob_start(fn($text) => strtoupper($text));
        echo 'b', $inner();
        wait();
        ob_end_flush();
        wait();
        return ob_get_clean();
    },
    'error_exception' => function (string $x, Closure $inner, int $n) {
        set_error_handler(function ($level, $message) { throw new ErrorException($message); });
        try {
            wait();
            $inside = $inner();
            return $inside . $undefined;
        } catch (ErrorException $e) {
            wait();
            return $inside . $e->getMessage();
        } finally {
            wait();
            restore_error_handler();
        }
    },
    'heaps' => function (string $x, Closure $inner, int $n) {
        $heap = new Heap;
        $queue = new Queue;
        foreach (str_split(substr(md5($x), 0, 4 + $n)) as $at => $letter) {
            $heap->insert($letter);
            $queue->insert($letter, $at % 3 * 100 + ord($letter));
        }
        $text = implode(iterator_to_array($heap, false));
        while (!$queue->isEmpty()) {
            $text .= $queue->extract();
        }
        return $text . $inner();
    },
    'storage' => function (string $x, Closure $inner, int $n) {
        $storage = new Storage;
        foreach ([$x, 'other', $x] as $key) {
            $storage[new Value($key)] = $key;
        }
        return count($storage) . ($storage[new Value($x)] ?? 'none') . $inner();
    },
    'array_object' => function (string $x, Closure $inner, int $n) {
        $array = new ArrayObject(str_split(substr(md5($x), 0, 3 + $n)));
        $array->uasort(function ($a, $b) { wait(); return $a <=> $b; });
        $array->uksort(function ($a, $b) { wait(); return $b <=> $a; });
        return implode($array->getArrayCopy()) . $inner();
    },
    'iterators' => function (string $x, Closure $inner, int $n) {
        $filter = new CallbackFilterIterator(new IteratorIterator(new Steps($n + 2)), function ($value) { wait(); return $value !== 'g1'; });
        $text = implode(',', iterator_to_array($filter));
        $tree = new RecursiveIteratorIterator(new RecursiveArrayIterator([1, [2, [3, $x]], 4]), RecursiveIteratorIterator::SELF_FIRST);
        iterator_apply($tree, function () use ($tree, &$text) { wait(); $text .= is_array($tree->current()) ? '+' : $tree->current(); return true; });
        return $text . $inner();
    },
    'walk_recursive' => function (string $x, Closure $inner, int $n) {
        $array = [1, [2, [3]], $n];
        array_walk_recursive($array, function (&$value, $key) { wait(); $value = "$key$value"; });
        return json_encode($array) . array_reduce([1, 2, 3], function ($sum, $value) { wait(); return $sum + $value; }, 0) . $inner();
    },
    'lazy' => function (string $x, Closure $inner, int $n) {
        $reflection = new ReflectionClass(Value::class);
        $object = $n % 2
            ? $reflection->newLazyGhost(function (Value $value) use ($x) { wait(); $value->__construct($x); })
            : $reflection->newLazyProxy(function () use ($x) { wait(); return new Value($x); });
        wait();
        return $object->text . $inner();
    },
    'preg_array' => fn(string $x, Closure $inner, int $n) => preg_replace_callback_array([
        '/[a-c]/' => function ($m) { wait(); return strtoupper($m[0]); },
        '/[d-f]/' => function ($m) { wait(); return "<$m[0]>"; },
    ], substr(md5($x), 0, 8)) . $inner(),
    'include' => fn(string $x, Closure $inner, int $n) => array_sum(include "code://$n") . $inner(),
    'cancel' => function (string $x, Closure $inner, int $n) {
        global $concurrent;
        $text = '';
        if (!$concurrent) {
            return 'cleaned' . $inner();
        }
        $entered = false;
        $coroutine = spawn(function () use (&$text, &$entered) {
            try {
                $entered = true;
                delay(60000);
            } finally {
                wait();
                $text .= 'cleaned';
            }
        });
        try {
            while (!$entered) {
                suspend();
            }
        } finally {
            $coroutine->cancel();
        }
        Async\await_all([$coroutine]);
        return $text . $inner();
    },
    'sort_family' => function (string $x, Closure $inner, int $n) {
        $compare = function ($a, $b) { wait(); return $a <=> $b; };
        $letters = array_flip(str_split('hgfedcba'));
        uksort($letters, $compare);
        $text = implode(array_keys($letters)) . implode(',', array_uintersect(range(0, $n + 3), [$n, 2], $compare))
            . implode(',', array_udiff_uassoc([1, 2, $n], [1, 5], $compare, $compare)) . implode(',', array_diff_ukey([1, 2, 3], [$n => 0], $compare));
        return $text . implode(',', array_uintersect_uassoc([1, 2, 3], [1, 2, $n], $compare, $compare)) . $inner();
    },
    'yield_from_many' => function (string $x, Closure $inner, int $n) {
        $shared = range_of($n + 1);
        $outer = (function () use ($shared, $inner) {
            yield from (function () use ($shared) { return yield from $shared; })();
            yield from [1, 2];
            yield $inner();
            return yield from delegating(1);
        })();
        $text = '';
        foreach ($outer as $value) {
            wait();
            $text .= $value;
        }
        return $text . $outer->getReturn();
    },
    'generator_in_fiber' => function (string $x, Closure $inner, int $n) {
        $generator = delegating($n + 1);
        $fiber = new Fiber(function () use ($generator, $inner) {
            foreach ($generator as $value) {
                wait();
                Fiber::suspend($value);
            }
            return $inner();
        });
        for ($text = $fiber->start(); !$fiber->isTerminated(); $text .= $fiber->resume()) {
            wait();
        }
        return $text . $fiber->getReturn();
    },
    'generator_destroyed_within' => function (string $x, Closure $inner, int $n) {
        $text = '';
        $generator = (function () use (&$text, $inner) {
            try {
                yield from (function () use (&$text) { try { yield 1; } finally { wait(); $text .= 'i'; } })();
            } finally {
                wait();
                $text .= $inner();
            }
        })();
        $generator->current();
        unset($generator);
        return $text;
    },
    'lazy_again' => function (string $x, Closure $inner, int $n) {
        $reflection = new ReflectionClass(Value::class);
        $fails = true;
        $object = $reflection->newLazyGhost(function (Value $value) use ($x, &$fails) {
            wait();
            if ($fails) {
                throw new RuntimeException('not yet');
            }
            $value->__construct($x);
        });
        try {
            $object->text;
        } catch (RuntimeException $e) {
            $fails = false;
        }
        $text = $e->getMessage() . (int) $reflection->isUninitializedLazyObject($object) . $object->text;
        $reflection->resetAsLazyGhost($object, function (Value $value) use ($inner) { wait(); $value->__construct($inner()); });
        return $text . count((array) clone $object) . $object->text;
    },
    'guards' => function (string $x, Closure $inner, int $n) {
        $object = new Guarded;
        $text = $object->abc . (int) isset($object->de) . (int) isset($object->long) . $object->other;
        $object->made = $inner();
        return $text . $object->made;
    },
    'serialize_within' => function (string $x, Closure $inner, int $n) {
        $text = serialize([new Woken($x), new Value('v', $inner), new ArrayObject([new Value('w')]), new SplObjectStorage]);
        $back = unserialize($text, ['allowed_classes' => [Woken::class, Value::class, ArrayObject::class, SplObjectStorage::class]]);
        return $back[0]->text . $back[1]->text . $back[2][0]->text . strlen($text);
    },
    'preg_throws' => function (string $x, Closure $inner, int $n) {
        try {
            return preg_replace_callback('/(a)(b)?/', function ($m) use ($inner, $n) {
                wait();
                if ($n === 1) {
                    throw new RuntimeException(count($m) . $inner());
                }
                return preg_replace_callback('/./', function ($m) { wait(); return "$m[0]$m[0]"; }, $m[0]);
            }, 'abaab') . $inner();
        } catch (RuntimeException $e) {
            return $e->getMessage();
        }
    },
    'wrapper_calls' => function (string $x, Closure $inner, int $n) {
        $text = file_put_contents("fuzz://out$n", $x) . filesize("fuzz://$x") . (int) file_exists('fuzz://a') . (int) @unlink("fuzz://$n")
            . (int) rename('fuzz://a', "fuzz://$x") . (int) mkdir("fuzz://$n") . implode(scandir("fuzz://c{$n}ab"));
        $file = fopen('fuzz://seek', 'r');
        fseek($file, 4);
        $text .= fread($file, 5) . fgets($file);
        fclose($file);
        clearstatcache();
        return $text . $inner();
    },
    'filters' => function (string $x, Closure $inner, int $n) {
        $file = fopen('php://memory', 'w+');
        $filter = stream_filter_append($file, 'fuzz.rot', STREAM_FILTER_WRITE);
        fwrite($file, "first $x");
        $text = $inner();
        stream_filter_remove($filter);
        fwrite($file, 'plain');
        rewind($file);
        $text .= stream_get_contents($file) . file_get_contents("php://filter/read=fuzz.rot|string.toupper/resource=fuzz://q$n");
        fclose($file);
        return $text;
    },
    'buffer_callbacks' => function (string $x, Closure $inner, int $n) {
        ob_start();
        ob_start(function (string $text, int $phase) { wait_or_block(); return "<$text:$phase>"; }, $n - 1);
        echo $x;
        wait();
        echo $inner();
        $n % 2 ? ob_flush() : ob_clean();
        echo 'more';
        wait();
        ob_end_flush();
        return ob_get_clean();
    },
    'buffer_throws' => function (string $x, Closure $inner, int $n) {
        ob_start(function (string $text) { throw new RuntimeException("callback $text"); });
        $text = $inner();
        echo $x;
        wait();
        try {
            ob_end_clean();
        } catch (RuntimeException $e) {
            $text .= $e->getMessage();
        }
        return $text;
    },
    'linking' => function (string $x, Closure $inner, int $n) {
        global $run;
        class_exists("Linked_{$run}_$n");
        $user = "Linked_{$run}_{$n}_User";
        wait();
        return (get_class((new $user)->make()) === "Linked_{$run}_{$n}_Child" ? 'linked' : 'wrong') . $inner();
    },
    'destructors' => function (string $x, Closure $inner, int $n) {
        $text = '';
        $make = fn(string $name) => new OnEnd(function () use (&$text, $name) { wait(); $text .= $name; wait(); });
        $objects = [$make('a'), [$make('b')], (object) ['c' => $make('c')]];
        (function () use ($make, $inner) { $local = $make('l'); $inner(); })();
        $objects = null;
        try {
            $thrower = new OnEnd(function () { wait(); throw new RuntimeException('d'); });
            unset($thrower);
        } catch (RuntimeException $e) {
            $text .= $e->getMessage();
        }
        return $text;
    },
    'garbage' => function (string $x, Closure $inner, int $n) {
        $text = '';
        $cycle = new OnEnd(function () use (&$text) { wait_or_block(); $text .= 'collected'; });
        $holder = (object) ['end' => $cycle];
        $holder->self = $holder;
        unset($cycle, $holder);
        $inside = $inner();
        gc_collect_cycles();
        return $inside . $text;
    },
    'handler_waits' => function (string $x, Closure $inner, int $n) {
        $text = '';
        set_error_handler(function ($level, $message) use (&$text) {
            wait_or_block();
            $text .= $message;
            return true;
        });
        try {
            $text .= $inner();
            $text .= $nothing . [1][$n];
        } finally {
            restore_error_handler();
        }
        return $text;
    },
    'handlers_nested' => function (string $x, Closure $inner, int $n) {
        $seen = '';
        set_error_handler(function () use (&$seen) { $seen .= 'o'; });
        set_error_handler(function () use (&$seen) { $seen .= 'i'; @trigger_error('again', E_USER_WARNING); }, E_USER_NOTICE);
        trigger_error('one');
        wait();
        $text = $inner();
        trigger_error('two');
        restore_error_handler();
        wait();
        trigger_error('three');
        restore_error_handler();
        return preg_replace('/[^oi]/', '', $seen) . $text;
    },
    'signal' => function (string $x, Closure $inner, int $n) {
        $before = $GLOBALS['signals'];
        posix_kill(posix_getpid(), SIGUSR1);
        $text = $inner();
        while ($GLOBALS['signals'] === $before) {
            wait();
        }
        return "s$text";
    },
    'fork' => function (string $x, Closure $inner, int $n) {
        global $concurrent, $bomb, $is_fork;
        /* What a child of a child does has been tried by its parent. */
        if ($bomb || $is_fork) {
            return 'f5' . $inner();
        }
        $child = pcntl_fork();
        if ($child === 0) {
            $is_fork = true;
            $concurrent = false;
            /* The callbacks of buffers around this may throw. */
            while (ob_get_level()) {
                try {
                    ob_end_clean();
                } catch (RuntimeException) {
                }
            }
            exit(5);
        }
        pcntl_waitpid($child, $status);
        return 'f' . (pcntl_wifexited($status) ? pcntl_wexitstatus($status) : "ended by $status") . $inner();
    },
    'protect' => fn(string $x, Closure $inner, int $n) => $GLOBALS['concurrent'] ? Async\protect(function () use ($inner) { wait(); return $inner(); }) : $inner(),
    'json' => fn(string $x, Closure $inner, int $n) => json_encode(new class($inner) implements JsonSerializable {
        public function __construct(private Closure $inner) {}
        public function jsonSerialize(): mixed { wait(); return ($this->inner)(); }
    }),
    'pool' => function (string $x, Closure $inner, int $n) {
        global $pool;
        $resource = $pool->acquire();
        try {
            if ($resource->user !== null) {
                return 'the resource was given out twice';
            }
            $resource->user = $x;
            wait();
            $resource->user = null;
        } finally {
            $pool->release($resource);
        }
        return 'p' . $inner();
    },
    'spawn' => function (string $x, Closure $inner, int $n) {
        global $concurrent;
        if (!$concurrent) {
            return implode(array_map(fn() => $inner(), range(0, $n % 2)));
        }
        return implode(await_all_or_fail(array_map(fn() => spawn($inner), range(0, $n % 2))));
    },
    'exception_in_spawn' => function (string $x, Closure $inner, int $n) {
        global $concurrent;
        $body = function () use ($inner) { wait(); throw new LogicException($inner()); };
        try {
            $concurrent ? await(spawn($body)) : $body();
        } catch (LogicException $e) {
            return 'x' . $e->getMessage();
        }
    },
];

/** A program: fn(): string. */
function build(Random\Randomizer $random, int $depth): Closure
{
    global $constructs;
    if ($depth === 0) {
        return function () { wait(); return '.'; };
    }
    $construct = $constructs[$random->pickArrayKeys($constructs, 1)[0]];
    $inner = build($random, $depth - 1);
    $x = bin2hex($random->getBytes(2));
    $n = $random->getInt(1, 3);
    return fn() => (string) $construct($x, $inner, $n);
}

/* How a child ends, in the middle of its programs. */
const ENDS = ['exit in main', 'exit inside', 'fatal error inside'];

/** In the child: runs the programs, and ends as it is asked to. Does not return. What it finds when its objects are
 *  destroyed is in the file $mark. */
function end_in_the_middle(array $tasks, string $how, int $after, string $mark): never
{
    global $concurrent, $bomb, $waits_to_bomb, $check;
    /* Buffers that are unwound are printed. */
    ini_set('display_errors', 'stderr');
    ob_start(fn() => '');
    /* A finally block that throws while its coroutine is unwound throws at nobody: then the status is 255. */
    $unseen = $entered = $left = 0;
    $ended = $by_task = false;
    set_exception_handler(function () use (&$unseen, &$ended) { $unseen += $ended; });
    $concurrent = true;
    /* Unfinished coroutines are unwound before objects are destroyed. */
    $process = posix_getpid();
    $check = new OnEnd(function () use (&$entered, &$left, &$unseen, &$by_task, $mark, $process) {
        /* A construct may fork. */
        if (posix_getpid() === $process) {
            file_put_contents($mark, json_encode(['unwound' => $entered - $left === (int) $by_task, 'unseen' => $unseen]));
        }
    });
    $coroutines = [];
    $end = function () use (&$ended, &$by_task, &$coroutines, $how) {
        global $bomb, $concurrent;
        $bomb = null;
        /* exit() itself runs no finally block of the coroutine that calls it, as in stock PHP. */
        $by_task = in_array(Async\current_coroutine(), $coroutines, true);
        /* From here on nothing can suspend. */
        $concurrent = false;
        $ended = true;
        $how === 'fatal error inside' ? str_repeat('x', PHP_INT_MAX >> 8) : exit(7);
    };
    foreach ($tasks as $task) {
        $coroutines[] = spawn(function () use ($task, &$entered, &$left) {
            $entered++;
            try {
                $task();
            } finally {
                $left++;
            }
        });
    }
    if ($how !== 'exit in main') {
        [$bomb, $waits_to_bomb] = [$end, $after + 1];
        Async\await_all($coroutines);
        $bomb = null;
    } else {
        while ($after--) {
            suspend();
        }
    }
    $end();
}

/** Runs the programs in a child that ends after a few switches; what went wrong, or ''. */
function try_end(array $tasks, string $how, int $after): string
{
    $mark = tempnam(sys_get_temp_dir(), 'language-');
    $child = pcntl_fork();
    if ($child === 0) {
        end_in_the_middle($tasks, $how, $after, $mark);
    }
    pcntl_waitpid($child, $status);
    $report = json_decode(file_get_contents($mark), true);
    unlink($mark);
    if (!pcntl_wifexited($status)) {
        return "status $status";
    }
    $code = pcntl_wexitstatus($status);
    if ($how === 'fatal error inside') {
        /* Objects are not destroyed then. */
        return $code === 255 && $report === null ? '' : "exit status $code, report " . json_encode($report);
    }
    $expected = ['unwound' => true, 'unseen' => $report['unseen'] ?? 0];
    return $report === $expected && $code === ($report['unseen'] ? 255 : 7) ? '' : "exit status $code, report " . json_encode($report);
}

/** Cancels all but the last in the middle; what went wrong, or ''. */
function cancel_in_the_middle(array $tasks, string $expected, int $after): string
{
    /* What they have spawned goes on, and may throw at nobody. */
    $handler = set_exception_handler(fn() => null);
    $coroutines = array_map(fn($task) => spawn($task), $tasks);
    while ($after--) {
        suspend();
    }
    $last = array_pop($coroutines);
    foreach ($coroutines as $coroutine) {
        $coroutine->cancel();
    }
    Async\await_all($coroutines);
    $found = await($last);
    while (count(Async\get_coroutines()) > 1) {
        delay(1);
    }
    set_exception_handler($handler);
    return $found === $expected ? '' : "the last gives $found instead of $expected";
}

/** What programs have left behind, or ''. */
function left_behind(): string
{
    global $pool;
    $stats = $pool->getStats();
    $left = [ob_get_level(), $stats['active'] + $stats['connecting'] + $stats['waiting'], error_reporting(), count(Async\get_coroutines())];
    return $left === [0, 0, E_ALL, 1] ? '' : 'left behind: ' . json_encode($left);
}

$signals = 0;
$is_fork = false;
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () { $GLOBALS['signals']++; });

for ($round = 0; $round < $rounds && microtime(true) < $end; $round++) {
    $random = new Random\Randomizer(new Random\Engine\Mt19937($seed + $round));
    $waits = new Random\Randomizer(new Random\Engine\Mt19937($seed + $round));
    $pool = new Pool(function () { wait(); return (object) ['user' => null]; }, max: 2);
    $tasks = [];
    for ($i = 0; $i < $programs; $i++) {
        $tasks[] = build($random, $random->getInt(1, 4));
    }
    $concurrent = false;
    $run++;
    $expected = array_map(fn($task) => $task(), $tasks);
    $concurrent = true;
    $run++;
    $found = array_map(function ($coroutine) {
        try {
            return await($coroutine);
        } catch (Throwable $e) {
            return $e::class . ': ' . $e->getMessage() . ' at line ' . $e->getLine();
        }
    }, array_map(fn($task) => spawn($task), $tasks));
    $wrong = $found === $expected ? left_behind() : json_encode(['expected' => $expected, 'found' => $found], JSON_PRETTY_PRINT);
    $how = $random->getInt(0, 7);
    $after = $random->getInt(0, 40);
    if ($wrong === '' && isset(ENDS[$how])) {
        $wrong = try_end($tasks, ENDS[$how], $after);
    } elseif ($wrong === '' && $how === count(ENDS)) {
        $run++;
        $wrong = cancel_in_the_middle($tasks, end($expected), $after) ?: left_behind();
    }
    if ($wrong !== '') {
        echo $wrong, ' (', ENDS[$how] ?? ($how === count(ENDS) ? 'cancelled' : 'at once'), ")\n";
        echo "\n", 'not ok - language: replay with --programs=', $programs, ' --rounds=1 --seed=', $seed + $round, "\n";
        exit(1);
    }
}
echo "\nok - language: $round rounds of $programs random programs from seed $seed\n";
/* Not the status of exceptions that were thrown at nobody. */
exit(0);
