import { expect, test } from 'vitest';
import { bendsAbout, INSET, mayTouch, type TurnPoint } from '../../level/query/turn.ts';

type Direction = readonly [number, number];

/** A direction by its angle in degrees, counter-clockwise from +x. */
function towards(degrees: number): Direction {
	return [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
}

const ring = (degrees: number): TurnPoint => ({ point: [0, 0, 0], inwards: towards(degrees) });
const tip = (first: number, second: number): TurnPoint => ({
	point: [0, 0, 0],
	edges: [towards(first), towards(second)],
});
const anything: TurnPoint = { point: [0, 0, 0] };

/** Of an inset of 1 cm a quarter more than twice, over the length, and a thousandth. */
const playOf = (length: number): number => (2.5 * INSET) / length + 1e-3;
const degreesOf = (play: number): number => (Math.asin(play) * 180) / Math.PI;

test.each<[string, TurnPoint, number, number, boolean]>([
	['along a ring', ring(90), 0, 10, true],
	['along it backwards', ring(90), 180, 10, true],
	['17.9° off it, to the corner', ring(90), 17.9, 10, true],
	['18.1° off it, to the corner', ring(90), 18.1, 10, false],
	['17.9° off it, from the corner', ring(90), -17.9, 10, true],
	['18.1° off it, from the corner', ring(90), -18.1, 10, false],
	['straight to the corner', ring(90), 90, 10, false],
	['along a ring that faces along x', ring(0), 90, 10, true],
	['away from the corner along x', ring(0), 180, 10, false],
	['past a tip', tip(100, 80), 0, 10, true],
	['past a tip, the other way', tip(100, 80), 180, 10, true],
	['between the edges of a tip', tip(100, 80), 90, 10, false],
	['out of a tip', tip(100, 80), -90, 10, false],
	['hardly beside the first edge', tip(100, 80), 100 - degreesOf(playOf(10)) + 0.01, 10, true],
	['a little more beside it', tip(100, 80), 100 - degreesOf(playOf(10)) - 0.01, 10, false],
	['hardly beside the second edge', tip(100, 80), 80 + degreesOf(playOf(10)) - 0.01, 10, true],
	['a little more beside the second', tip(100, 80), 80 + degreesOf(playOf(10)) + 0.01, 10, false],
	['the same, from near by', tip(100, 80), 80 + degreesOf(playOf(1)) - 0.01, 1, true],
	['a wide tip from very near', tip(150, 30), 30 + degreesOf(0.4) - 0.1, 0.001, true],
	['and not at any angle', tip(150, 30), 30 + degreesOf(0.4) + 0.1, 0.001, false],
	['anything', anything, 45, 10, true],
])('a way may touch a turn: %s', (_, turn, degrees, length, expected) => {
	const [x, y] = towards(degrees);
	expect(mayTouch(turn, x, y, length)).toBe(expected);
});

test.each<[string, TurnPoint, number, number, boolean]>([
	['to the left about a corner on the left', ring(90), 0, 10, true],
	['straight past it', ring(90), 0, 0, true],
	['to the right of it', ring(90), 0, -1, false],
	['to the right about a corner on the right', ring(-90), 0, -10, true],
	['straight past one on the right', ring(-90), 0, 0, true],
	['to the left of one on the right', ring(-90), 0, 1, false],
	['back at a right angle', ring(90), 0, 90.1, false],
	['nearly at a right angle', ring(90), 0, 89.9, true],
	['back where it came from', ring(90), 0, 180, false],
	['left about a tip on the left', tip(100, 80), 0, 30, true],
	['straight past a tip on the left', tip(100, 80), 0, 0, true],
	['right of a tip on the left', tip(100, 80), 0, -30, false],
	['right of it, by hardly anything', tip(100, 80), 0, -degreesOf(playOf(10)) + 0.01, true],
	['right of it, by a little more', tip(100, 80), 0, -degreesOf(playOf(10)) - 0.01, false],
	['right about a tip on the right', tip(-100, -80), 0, -30, true],
	['straight past a tip on the right', tip(-100, -80), 0, 0, true],
	['left of a tip on the right', tip(-100, -80), 0, 30, false],
	['left of it, by hardly anything', tip(-100, -80), 0, degreesOf(playOf(10)) - 0.01, true],
	['left of it, by a little more', tip(-100, -80), 0, degreesOf(playOf(10)) + 0.01, false],
	['either way between the edges', tip(45, -45), 0, 30, true],
	['either way between the edges, mirrored', tip(45, -45), 0, -30, true],
	['either way where one edge lies ahead', tip(0, 90), 0, -30, true],
	['either way where the other lies ahead', tip(90, 0), 0, -30, true],
	['either way where one lies ahead and one on the right', tip(0, -90), 0, 30, true],
	['either way where one lies on the right and one ahead', tip(-90, 0), 0, 30, true],
	['anything', anything, 0, 170, true],
])('a way bends about a turn: %s', (_, turn, inwards, outwards, expected) => {
	const [[inX, inY], [outX, outY]] = [towards(inwards), towards(outwards)];
	expect(bendsAbout(turn, inX, inY, outX, outY, 10)).toBe(expected);
});
