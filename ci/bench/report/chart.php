<?php
/* A chart of lines as SVG, without any library: chart(title, [name => [x => y]], x title, y title). Both axes are logarithmic: the
 * charts of the report span four powers of ten. */

const WIDTH = 760, HEIGHT = 430, LEFT = 70, RIGHT = 150, TOP = 40, BOTTOM = 55;
const COLOURS = ['#0b6e4f', '#c1440e', '#30558c', '#8a5a9e', '#7a7a7a'];

function chart(string $title, array $series, string $x_title, string $y_title): string
{
    $xs = array_merge(...array_map('array_keys', array_values($series)));
    $ys = array_merge(...array_map('array_values', array_values($series)));
    $x_range = [floor(log10(min($xs))), ceil(log10(max($xs)))];
    $y_range = [floor(log10(min($ys))), ceil(log10(max($ys)))];
    $x = fn (float $value) => round(LEFT + (log10($value) - $x_range[0]) / max(1, $x_range[1] - $x_range[0]) * (WIDTH - LEFT - RIGHT), 1);
    $y = fn (float $value) => round(HEIGHT - BOTTOM - (log10($value) - $y_range[0]) / max(1, $y_range[1] - $y_range[0]) * (HEIGHT - TOP - BOTTOM), 1);
    $parts = [text(LEFT, 22, $title, 'font-weight="bold" font-size="15"'),
        text(LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 14, $x_title, 'text-anchor="middle"'),
        text(0, 0, $y_title, sprintf('text-anchor="middle" transform="translate(18 %d) rotate(-90)"', HEIGHT / 2))];
    for ($power = $x_range[0]; $power <= $x_range[1]; $power++) {
        $at = $x(10 ** $power);
        $parts[] = line($at, TOP, $at, HEIGHT - BOTTOM) . text($at, HEIGHT - BOTTOM + 18, number_format(10 ** $power, 0, '', ' '), 'text-anchor="middle"');
    }
    for ($power = $y_range[0]; $power <= $y_range[1]; $power++) {
        $at = $y(10 ** $power);
        $label = $power < 0 ? (string) 10 ** $power : number_format(10 ** $power, 0, '', ' ');
        $parts[] = line(LEFT, $at, WIDTH - RIGHT, $at) . text(LEFT - 8, $at + 4, $label, 'text-anchor="end"');
    }
    $number = 0;
    foreach ($series as $name => $points) {
        $colour = COLOURS[$number % count(COLOURS)];
        ksort($points);
        $pixels = array_map(fn ($px, $py) => [$x($px), $y($py)], array_keys($points), $points);
        $parts[] = sprintf('<polyline fill="none" stroke="%s" stroke-width="2" points="%s"/>', $colour, implode(' ', array_map(fn ($p) => "$p[0],$p[1]", $pixels)));
        foreach ($pixels as [$px, $py]) {
            $parts[] = "<circle cx=\"$px\" cy=\"$py\" r=\"3.5\" fill=\"$colour\"/>";
        }
        $parts[] = text(WIDTH - RIGHT + 14, TOP + 14 + 20 * $number++, $name, "fill=\"$colour\"");
    }
    return sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n%s\n</svg>\n",
        WIDTH, HEIGHT, implode("\n", $parts));
}

function line(float $x1, float $y1, float $x2, float $y2): string
{
    return "<line x1=\"$x1\" y1=\"$y1\" x2=\"$x2\" y2=\"$y2\" stroke=\"#ddd\"/>";
}

function text(float $x, float $y, string $text, string $attributes = ''): string
{
    return "<text x=\"$x\" y=\"$y\" $attributes>" . htmlspecialchars($text) . '</text>';
}
