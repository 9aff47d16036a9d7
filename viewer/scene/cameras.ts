import { MOUSE, OrthographicCamera, PerspectiveCamera, Raycaster, TOUCH, type Vector2, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { CameraMode, CameraState } from '../page/state.ts';

/** Metres of somebody's eyes above the ground. */
const EYE = 1.7;
/** So many points of a level tell how far away all of it is seen. */
const SAMPLED = 4000;
/** Where one looks from at first: from the south-east, above. */
const FROM = new Vector3(0.45, -0.72, 0.62);

/** The part of the window that a picture is drawn in, pixels. */
export interface Pane {
	readonly width: number;
	readonly height: number;
	/** Width that no panel covers. */
	readonly free: number;
	/** How far to the left of the middle the middle of the picture is. */
	readonly shift: number;
}

/** Two cameras, one of them in use, and how they are moved. They stand in area space less the picture's origin, Z up. */
export class Cameras {
	readonly #perspective = new PerspectiveCamera(50, 1, 0.05, 20_000);
	readonly #plan = new OrthographicCamera(-1, 1, 1, -1, 0.1, 40_000);
	readonly #orbit: OrbitControls;
	readonly #above: OrbitControls;
	readonly #onMoved: () => void;
	#mode: CameraMode = 'orbit';
	#origin: Vec3 = [0, 0, 0];
	#span = 20;
	#pane: Pane = { width: 1, height: 1, free: 1, shift: 0 };

	constructor(canvas: HTMLCanvasElement, onMoved: () => void) {
		this.#onMoved = onMoved;
		this.#perspective.up.set(0, 0, 1);
		this.#plan.up.set(0, 1, 0);
		this.#perspective.position.set(10, -14, 10);
		this.#orbit = new OrbitControls(this.#perspective, canvas);
		this.#above = new OrbitControls(this.#plan, canvas);
		this.#above.enableRotate = false;
		this.#above.enabled = false;
		this.#above.mouseButtons = { LEFT: 2, MIDDLE: 1, RIGHT: 2 };
		this.#above.touches = { ONE: 1, TWO: 2 };
		for (const controls of [this.#orbit, this.#above]) {
			controls.screenSpacePanning = true;
			controls.zoomToCursor = true;
			controls.addEventListener('change', onMoved);
		}
		this.#orbit.screenSpacePanning = false;
	}

	get camera(): PerspectiveCamera | OrthographicCamera {
		return this.#mode === 'top' ? this.#plan : this.#perspective;
	}

	get mode(): CameraMode {
		return this.#mode;
	}

	get origin(): Vec3 {
		return this.#origin;
	}

	/** Another picture: what the camera looks at stays where it is in the area. */
	setOrigin(origin: Vec3): void {
		const before = this.#origin;
		const by = new Vector3(before[0] - origin[0], before[1] - origin[1], before[2] - origin[2]);
		for (const point of [this.#perspective.position, this.#orbit.target, this.#plan.position, this.#above.target])
			point.add(by);
		this.#origin = origin;
	}

	/** Leaves one finger, or the left button, to a brush. */
	setPainting(on: boolean): void {
		this.#orbit.mouseButtons.LEFT = on ? null : MOUSE.ROTATE;
		this.#above.mouseButtons.LEFT = on ? null : MOUSE.PAN;
		this.#orbit.touches.ONE = on ? null : TOUCH.ROTATE;
		this.#above.touches.ONE = on ? null : TOUCH.PAN;
	}

	/** Fits the cameras to what they draw in. */
	fit(pane: Pane): void {
		this.#pane = pane;
		this.#fit();
	}

	#fit(): void {
		const { width, height, shift } = this.#pane;
		const aspect = width / height;
		this.#perspective.aspect = aspect;
		const half = this.#span / 2;
		Object.assign(this.#plan, { left: -half * aspect, right: half * aspect, top: half, bottom: -half });
		for (const camera of [this.#perspective, this.#plan]) {
			if (shift === 0) camera.clearViewOffset();
			else camera.setViewOffset(width, height, shift, 0, width, height);
			camera.updateProjectionMatrix();
		}
	}

	/** Near and far as close together as the distance allows, so that lines on faces do not flicker. */
	fitDepth(): void {
		if (this.#mode === 'top') return;
		const distance = this.#perspective.position.distanceTo(this.#orbit.target);
		this.#perspective.near = this.#mode === 'stand' ? 0.05 : Math.max(0.05, distance / 400);
		this.#perspective.far = Math.max(4000, distance * 40);
		this.#perspective.updateProjectionMatrix();
	}

	/** The line from the eye through a point of the picture, area space. @param pointer from −1 to 1, y upwards */
	rayThrough(pointer: Vector2): { from: Vec3; to: Vec3 } {
		const caster = new Raycaster();
		caster.setFromCamera(pointer, this.camera);
		const { origin, direction } = caster.ray;
		const far = this.#mode === 'top' ? 80_000 : this.#perspective.far;
		const end = origin.clone().addScaledVector(direction, far);
		return { from: this.toArea(origin), to: this.toArea(end) };
	}

	/** Where in the picture a point of the area is drawn, from −1 to 1, y upwards. */
	project(point: readonly number[]): Vector3 {
		this.camera.updateMatrixWorld();
		return this.toLocal(point).project(this.camera);
	}

	toArea({ x, y, z }: Vector3): Vec3 {
		return [x + this.#origin[0], y + this.#origin[1], z + this.#origin[2]];
	}

	toLocal([x, y, z]: readonly number[]): Vector3 {
		return new Vector3(x - this.#origin[0], y - this.#origin[1], z - this.#origin[2]);
	}

	/** Shows a box whole. @param corners points that are to be seen, less the origin, 3 values each; the corners of the box without them */
	frame(min: Vec3, max: Vec3, corners: Float32Array = boxCorners(this.toLocal(min), this.toLocal(max))): void {
		const low = this.toLocal(min);
		const high = this.toLocal(max);
		const middle = low.clone().add(high).multiplyScalar(0.5);
		const free = this.#pane.free / this.#pane.height;
		if (this.#mode === 'stand') this.setMode('orbit');
		const direction = (this.#mode === 'orbit' ? this.#direction() : FROM.clone()).normalize();
		this.#orbit.target.copy(middle);
		this.#perspective.position
			.copy(middle)
			.addScaledVector(direction, this.#distanceFor(corners, middle, direction, free));
		this.#span = Math.max((high.y - low.y) * 1.12, ((high.x - low.x) * 1.12) / free, 2);
		this.#lookDown(middle);
		this.#fit();
		this.#update();
	}

	/** How far away points are seen, with a margin. @param free width by height */
	#distanceFor(points: Float32Array, middle: Vector3, direction: Vector3, free: number): number {
		const right = new Vector3(-direction.y, direction.x, 0).normalize();
		const up = direction.clone().cross(right);
		const tangent = Math.tan((this.#perspective.fov * Math.PI) / 360) * 0.9;
		const step = Math.max(1, Math.floor(points.length / 3 / SAMPLED)) * 3;
		let distance = 1;
		for (let i = 0; i + 2 < points.length; i += step) {
			const at = new Vector3(points[i], points[i + 1], points[i + 2]).sub(middle);
			const wide = Math.abs(at.dot(right)) / (tangent * free);
			distance = Math.max(distance, at.dot(direction) + Math.max(wide, Math.abs(at.dot(up)) / tangent));
		}
		return distance;
	}

	#direction(): Vector3 {
		const direction = this.#perspective.position.clone().sub(this.#orbit.target);
		return direction.lengthSq() === 0 || direction.z < 0.1 ? FROM.clone() : direction;
	}

	#lookDown({ x, y, z }: Vector3): void {
		this.#plan.zoom = 1;
		this.#plan.position.set(x, y, z + 10_000);
		this.#above.target.set(x, y, z);
	}

	/** Goes where a point is seen well, from the side that one looks from now. */
	flyTo(point: readonly number[], size = 6): void {
		const to = this.toLocal(point);
		if (this.#mode === 'stand') this.setMode('orbit');
		const away = this.#direction().setLength(Math.max(3, size * 1.8));
		this.#orbit.target.copy(to);
		this.#perspective.position.copy(to).add(away);
		if (this.#mode === 'top') {
			this.#span = Math.max(4, size * 2);
			this.#lookDown(to);
			this.#fit();
		}
		this.#update();
	}

	setMode(mode: CameraMode): void {
		if (mode === this.#mode) return;
		const before = this.#mode;
		this.#mode = mode;
		this.#orbit.enabled = mode === 'orbit';
		this.#above.enabled = mode === 'top';
		if (mode === 'top') {
			const distance = this.#perspective.position.distanceTo(this.#orbit.target);
			this.#span = 2 * distance * Math.tan((this.#perspective.fov * Math.PI) / 360);
			this.#lookDown(this.#orbit.target);
			this.#fit();
		} else if (before === 'top') {
			const shift = this.#above.target.clone().sub(this.#orbit.target).setZ(0);
			this.#orbit.target.add(shift);
			this.#perspective.position.add(shift);
		} else if (before === 'stand' && mode === 'orbit') {
			this.#perspective.fov = 50;
			const forward = this.#perspective.getWorldDirection(new Vector3()).setZ(0).normalize();
			this.#orbit.target
				.copy(this.#perspective.position)
				.addScaledVector(forward, 3)
				.add(new Vector3(0, 0, -EYE));
			this.#perspective.position
				.copy(this.#orbit.target)
				.addScaledVector(forward, -12)
				.add(new Vector3(0, 0, 9));
		}
		if (mode === 'stand') this.#perspective.fov = 70;
		this.#update();
	}

	/** Puts the eyes of somebody above a point of the ground, and turns them. @param yaw radians from +x, @param pitch upwards */
	stand(ground: readonly number[], yaw: number, pitch: number): void {
		this.setMode('stand');
		this.#perspective.position.copy(this.toLocal([ground[0], ground[1], ground[2] + EYE]));
		const ahead = new Vector3(Math.cos(yaw) * Math.cos(pitch), Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch));
		this.#orbit.target.copy(this.#perspective.position).add(ahead);
		this.#perspective.lookAt(this.#orbit.target);
		this.#onMoved();
	}

	/** Turns and moves by keys. @param turn radians @param pan share of the window @param zoom factor */
	nudge({
		turn = 0,
		tilt = 0,
		panX = 0,
		panY = 0,
		zoom = 1,
	}: {
		turn?: number;
		tilt?: number;
		panX?: number;
		panY?: number;
		zoom?: number;
	}): void {
		if (this.#mode === 'top') {
			this.#plan.zoom *= zoom;
			const step = this.#span / this.#plan.zoom;
			const by = new Vector3(panX * step, panY * step, 0);
			this.#plan.position.add(by);
			this.#above.target.add(by);
			this.#plan.updateProjectionMatrix();
		} else {
			const away = this.#perspective.position.clone().sub(this.#orbit.target);
			const distance = away.length() / zoom;
			const yaw = Math.atan2(away.y, away.x) + turn;
			const pitch = Math.max(-1.5, Math.min(1.55, Math.asin(away.z / away.length()) + tilt));
			const right = new Vector3(-Math.sin(yaw), Math.cos(yaw), 0);
			const forward = new Vector3(-Math.cos(yaw), -Math.sin(yaw), 0);
			this.#orbit.target.addScaledVector(right, panX * distance).addScaledVector(forward, panY * distance);
			this.#perspective.position
				.set(Math.cos(yaw) * Math.cos(pitch), Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch))
				.multiplyScalar(distance)
				.add(this.#orbit.target);
		}
		this.#update();
	}

	#update(): void {
		this.#orbit.update();
		if (this.#mode === 'top') this.#above.update();
		this.#onMoved();
	}

	/** Where the camera stands and what it looks at, area space. */
	get state(): CameraState {
		if (this.#mode === 'top') {
			const span = this.#span / this.#plan.zoom;
			return { mode: 'top', eye: this.toArea(this.#plan.position), target: this.toArea(this.#above.target), span };
		}
		return { mode: this.#mode, eye: this.toArea(this.#perspective.position), target: this.toArea(this.#orbit.target) };
	}

	set state({ mode, eye, target, span }: CameraState) {
		this.setMode(mode);
		if (mode === 'top') {
			this.#span = span ?? this.#span;
			this.#lookDown(this.toLocal(target));
			this.#fit();
		} else {
			this.#perspective.position.copy(this.toLocal(eye));
			this.#orbit.target.copy(this.toLocal(target));
			this.#perspective.lookAt(this.#orbit.target);
		}
		this.#update();
	}
}

function boxCorners(low: Vector3, high: Vector3): Float32Array {
	const corner = (bits: number): number[] => [
		bits & 1 ? high.x : low.x,
		bits & 2 ? high.y : low.y,
		bits & 4 ? high.z : low.z,
	];
	return Float32Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap(corner));
}
