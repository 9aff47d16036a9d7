import { Color, OrthographicCamera, PerspectiveCamera, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Vec3 } from '../../src/mesh/vec3.ts';
import type { CameraMode, CameraState } from '../state.ts';
import { Labels } from './labels.ts';

/** Metres of somebody's eyes above the ground. */
const EYE = 1.7;
/** A frame that takes longer while something moves, milliseconds, and the picture becomes coarser. */
const SLOW_FRAME = 45;
const COARSEST = 0.5;
/** Still for so long, milliseconds, and the picture is drawn finely again. */
const STILL = 400;
/** So many points of a level tell how far away all of it is seen. */
const SAMPLED = 4000;
/** Where one looks from at first: from the south-east, above. */
const FROM = new Vector3(0.45, -0.72, 0.62);

/**
 * The canvas: draws when something changed and not otherwise. Cameras stand in area space less the picture's origin, Z up.
 */
export class View {
	readonly scene = new Scene();
	/** What the other half of the window shows where two levels stand side by side. */
	readonly other = new Scene();
	readonly labels: Labels;
	readonly canvas: HTMLCanvasElement;
	/** Undefined where the browser has no WebGL 2: all but the picture works without. */
	readonly #renderer: WebGLRenderer | undefined;
	readonly #perspective = new PerspectiveCamera(50, 1, 0.05, 20_000);
	readonly #plan = new OrthographicCamera(-1, 1, 1, -1, 0.1, 40_000);
	readonly #orbit: OrbitControls;
	readonly #above: OrbitControls;
	#mode: CameraMode = 'orbit';
	#origin: Vec3 = [0, 0, 0];
	#span = 20;
	#isAsked = false;
	/** Pixels by pixels of the window, while something moves. */
	#coarse = 1;
	readonly #isSoftware: boolean;
	#lastFrame = 0;
	#isMoving = false;
	#slow = 0;
	/** Told that frames take too long while something moves, and that nothing moves any more. */
	onSlow: (isSlow: boolean) => void = () => undefined;
	#stillTimer = 0;
	#isSideBySide = false;
	/** What panels cover of the window, pixels. */
	#covered = { left: 0, right: 0 };
	/** Frames drawn so far, and milliseconds of the last ones. */
	readonly drawn: { frames: number; recent: number[] } = { frames: 0, recent: [] };
	/** Told after the camera came to rest. */
	onMoved: () => void = () => undefined;

	constructor(canvas: HTMLCanvasElement, labels: HTMLElement) {
		this.canvas = canvas;
		this.labels = new Labels(labels);
		const graphics = graphicsOf();
		this.#isSoftware = graphics === 'software';
		if (graphics !== 'none') {
			// Smooth edges take twice the time in software; a finer picture when nothing moves looks as good.
			this.#renderer = new WebGLRenderer({ canvas, antialias: !this.#isSoftware, powerPreference: 'high-performance' });
			this.#renderer.autoClear = false;
		}
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
			controls.addEventListener('change', () => this.moved());
		}
		this.#orbit.screenSpacePanning = false;
		new ResizeObserver(() => this.resize()).observe(canvas);
		this.resize();
	}

	/** False where the browser cannot draw. */
	get draws(): boolean {
		return this.#renderer !== undefined;
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

	set background(colour: string) {
		this.scene.background = new Color(colour);
		this.other.background = new Color(colour);
		this.draw();
	}

	get sideBySide(): boolean {
		return this.#isSideBySide;
	}

	set sideBySide(on: boolean) {
		this.#isSideBySide = on;
		this.resize();
	}

	/** The middle of the picture is that of what panels leave free. */
	set covered(covered: { readonly left: number; readonly right: number }) {
		if (covered.left === this.#covered.left && covered.right === this.#covered.right) return;
		this.#covered = { ...covered };
		this.resize();
	}

	/** Width of what is free. */
	get #free(): number {
		return Math.max(120, this.canvas.clientWidth - this.#covered.left - this.#covered.right);
	}

	/** The parts of the window that pictures are drawn in: one, or one for each of two levels. */
	get #panes(): readonly { readonly x: number; readonly width: number; readonly scene: Scene }[] {
		if (!this.#isSideBySide) return [{ x: 0, width: this.canvas.clientWidth, scene: this.scene }];
		const half = Math.floor(this.#free / 2);
		const { left } = this.#covered;
		return [
			{ x: left, width: half, scene: this.scene },
			{ x: left + half + 2, width: half - 2, scene: this.other },
		];
	}

	resize(): void {
		const { clientWidth: width, clientHeight: height } = this.canvas;
		if (width === 0 || height === 0) return;
		this.#renderer?.setPixelRatio(this.#ratio);
		this.#renderer?.setSize(width, height, false);
		const pane = this.#panes[0].width;
		const aspect = pane / height;
		this.#perspective.aspect = aspect;
		const half = this.#span / 2;
		Object.assign(this.#plan, { left: -half * aspect, right: half * aspect, top: half, bottom: -half });
		const { left, right } = this.#covered;
		for (const camera of [this.#perspective, this.#plan]) {
			if (this.#isSideBySide) camera.clearViewOffset();
			else camera.setViewOffset(pane, height, (right - left) / 2, 0, pane, height);
			camera.updateProjectionMatrix();
		}
		this.draw();
	}

	/** Pixels of the picture for one of the window: without graphics hardware two where nothing moves, which smooths edges. */
	get #ratio(): number {
		const own = Math.min(2, window.devicePixelRatio);
		if (this.#isMoving) return (this.#isSoftware ? Math.min(1, own) : own) * this.#coarse;
		return this.#isSoftware ? 2 : own;
	}

	/** Whether the camera rests, and everything is drawn that was to be. */
	get isStill(): boolean {
		return !this.#isMoving && !this.#isAsked;
	}

	/** Asks for a frame. */
	draw(): void {
		if (this.#isAsked) return;
		this.#isAsked = true;
		requestAnimationFrame((now) => this.#frame(now));
	}

	/** The camera moves: frames follow each other until it rests. */
	moved(): void {
		if (!this.#isMoving) {
			this.#isMoving = true;
			if (this.#slow > 0) this.onSlow(true);
			if (this.#isSoftware) this.#renderer?.setPixelRatio(this.#ratio);
		}
		this.draw();
		clearTimeout(this.#stillTimer);
		this.#stillTimer = window.setTimeout(() => {
			this.#isMoving = false;
			if (this.#slow > 0) this.onSlow(false);
			if (this.#coarse < 1 || this.#isSoftware) {
				this.#coarse = 1;
				this.resize();
			}
			this.draw();
			this.#lastFrame = 0;
			this.onMoved();
		}, STILL);
	}

	#frame(now: number): void {
		this.#isAsked = false;
		const took = now - this.#lastFrame;
		if (this.#lastFrame > 0 && took < 1000) {
			this.drawn.recent = [...this.drawn.recent.slice(-59), took];
			if (this.#isMoving && took > SLOW_FRAME && this.#coarse > COARSEST) {
				this.#slow++;
				// First fewer faces, then fewer pixels.
				if (this.#slow === 1) this.onSlow(true);
				else if (this.#slow > 3) {
					this.#coarse = Math.max(COARSEST, this.#coarse * 0.8);
					this.#renderer?.setPixelRatio(this.#ratio);
				}
			}
		}
		this.#lastFrame = now;
		this.render();
	}

	/** Draws now. */
	render(): void {
		const { clientWidth: width, clientHeight: height } = this.canvas;
		const renderer = this.#renderer;
		this.#fitDepth();
		renderer?.setScissorTest(true);
		for (const { x, width: own, scene } of renderer === undefined ? [] : this.#panes) {
			renderer?.setViewport(x, 0, own, height);
			renderer?.setScissor(x, 0, own, height);
			renderer?.clear();
			renderer?.render(scene, this.camera);
		}
		this.camera.updateMatrixWorld();
		const [pane] = this.#panes;
		this.labels.place(this.camera, this.#origin, {
			x: pane.x,
			width: pane.width,
			height,
			left: this.#covered.left,
			right: width - this.#covered.right,
		});
		this.drawn.frames++;
	}

	/** Near and far as close together as the distance allows, so that lines on faces do not flicker. */
	#fitDepth(): void {
		if (this.#mode === 'top') return;
		const distance = this.#perspective.position.distanceTo(this.#orbit.target);
		this.#perspective.near = this.#mode === 'stand' ? 0.05 : Math.max(0.05, distance / 400);
		this.#perspective.far = Math.max(4000, distance * 40);
		this.#perspective.updateProjectionMatrix();
	}

	/** The line from the eye through a pixel of the window, area space. */
	rayAt(x: number, y: number): { from: Vec3; to: Vec3; x: number; y: number } {
		const box = this.canvas.getBoundingClientRect();
		const at = x - box.left;
		const panes = this.#panes;
		const pane = panes.findLast((each) => at >= each.x) ?? panes[0];
		const pointer = new Vector2(((at - pane.x) / pane.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
		const caster = new Raycaster();
		caster.setFromCamera(pointer, this.camera);
		const { origin, direction } = caster.ray;
		const far = this.#mode === 'top' ? 80_000 : this.#perspective.far;
		const end = origin.clone().addScaledVector(direction, far);
		return { from: this.toArea(origin), to: this.toArea(end), x: pointer.x, y: pointer.y };
	}

	toArea({ x, y, z }: Vector3): Vec3 {
		return [x + this.#origin[0], y + this.#origin[1], z + this.#origin[2]];
	}

	toLocal([x, y, z]: readonly number[]): Vector3 {
		return new Vector3(x - this.#origin[0], y - this.#origin[1], z - this.#origin[2]);
	}

	/** The pixel of the window that a point is drawn at. */
	toScreen(point: readonly number[]): { readonly x: number; readonly y: number } {
		const [pane] = this.#panes;
		this.camera.updateMatrixWorld();
		const { x, y } = this.toLocal(point).project(this.camera);
		return { x: pane.x + ((x + 1) / 2) * pane.width, y: ((1 - y) / 2) * this.canvas.clientHeight };
	}

	/** Shows a box whole. @param corners points that are to be seen, less the origin, 3 values each; the corners of the box without them */
	frame(min: Vec3, max: Vec3, corners: Float32Array = boxCorners(this.toLocal(min), this.toLocal(max))): void {
		const low = this.toLocal(min);
		const high = this.toLocal(max);
		const middle = low.clone().add(high).multiplyScalar(0.5);
		const { clientHeight: height } = this.canvas;
		const free = (this.#isSideBySide ? this.#free / 2 : this.#free) / height;
		if (this.#mode === 'stand') this.setMode('orbit');
		const direction = (this.#mode === 'orbit' ? this.#direction() : FROM.clone()).normalize();
		this.#orbit.target.copy(middle);
		this.#perspective.position
			.copy(middle)
			.addScaledVector(direction, this.#distanceFor(corners, middle, direction, free));
		this.#span = Math.max((high.y - low.y) * 1.12, ((high.x - low.x) * 1.12) / free, 2);
		this.#lookDown(middle);
		this.resize();
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
			this.resize();
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
			this.resize();
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
		this.moved();
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
		this.moved();
	}

	get cameraState(): CameraState {
		if (this.#mode === 'top') {
			const span = this.#span / this.#plan.zoom;
			return { mode: 'top', eye: this.toArea(this.#plan.position), target: this.toArea(this.#above.target), span };
		}
		return { mode: this.#mode, eye: this.toArea(this.#perspective.position), target: this.toArea(this.#orbit.target) };
	}

	set cameraState({ mode, eye, target, span }: CameraState) {
		this.setMode(mode);
		if (mode === 'top') {
			this.#span = span ?? this.#span;
			this.#lookDown(this.toLocal(target));
			this.resize();
		} else {
			this.#perspective.position.copy(this.toLocal(eye));
			this.#orbit.target.copy(this.toLocal(target));
			this.#perspective.lookAt(this.#orbit.target);
		}
		this.#update();
	}

	/** The view as a PNG, with its labels. */
	async png(): Promise<Blob> {
		this.render();
		const { width, height, clientWidth } = this.canvas;
		const sheet = document.createElement('canvas');
		Object.assign(sheet, { width, height });
		const context = sheet.getContext('2d');
		if (context === null) throw new Error('The browser gives no canvas to draw on.');
		context.drawImage(this.canvas, 0, 0);
		const scale = width / clientWidth;
		context.font = `${12 * scale}px system-ui, sans-serif`;
		context.textAlign = 'center';
		context.lineWidth = 4 * scale;
		for (const { label, x, y } of this.labels.shown) {
			context.strokeStyle = 'rgb(255 255 255 / 85%)';
			context.fillStyle = '#1b2430';
			context.strokeText(label.text, x * scale, y * scale);
			context.fillText(label.text, x * scale, y * scale);
		}
		return new Promise((resolve, reject) => {
			sheet.toBlob(
				(blob) => (blob === null ? reject(new Error('The picture is too large.')) : resolve(blob)),
				'image/png',
			);
		});
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

/** What draws. Where it is the processor, there is less to be had, and more to be spared. */
function graphicsOf(): 'hardware' | 'software' | 'none' {
	const gl = document.createElement('canvas').getContext('webgl2');
	if (gl === null) return 'none';
	const info = gl.getExtension('WEBGL_debug_renderer_info');
	const name = String(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? 0x1f01) ?? '');
	gl.getExtension('WEBGL_lose_context')?.loseContext();
	return /swiftshader|llvmpipe|software|basic render/i.test(name) ? 'software' : 'hardware';
}
