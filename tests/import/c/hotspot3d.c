/* Rodinia's style of HotSpot3D: neighbours clamped by ?:, flat indices, two pointers exchanged.
   arrays: float a[6*10*12]; float b[6*10*12]; float p[6*10*12];
   call: hotspot(p, a, b, 12, 10, 6, 5);
   options: -D nx=12 -D ny=10 -D nz=6 -D numiter=5
   fields: tIn=a pIn=p
   end: tIn=b */
void hotspot(float* pIn, float* tIn, float* tOut, int nx, int ny, int nz, int numiter) {
  float ce = 0.03f, cw = 0.03f, cn = 0.05f, cs = 0.05f, ct = 0.02f, cb = 0.02f;
  float cc = 1.0f - (2.0f * ce + 2.0f * cn + 3.0f * ct);
  const float amb_temp = 80.0f;
  int c, w, e, n, s, b, t;
  int x, y, z;
  int i = 0;
  float *in = tIn, *out = tOut;
  for (i = 0; i < numiter; i++) {
    for (z = 0; z < nz; z++)
      for (y = 0; y < ny; y++)
        for (x = 0; x < nx; x++) {
          c = x + y * nx + z * nx * ny;
          w = (x == 0) ? c : c - 1;
          e = (x == nx - 1) ? c : c + 1;
          n = (y == 0) ? c : c - nx;
          s = (y == ny - 1) ? c : c + nx;
          b = (z == 0) ? c : c - nx * ny;
          t = (z == nz - 1) ? c : c + nx * ny;
          out[c] = in[c] * cc + in[n] * cn + in[s] * cs + in[e] * ce + in[w] * cw + in[t] * ct + in[b] * cb +
                   (0.001f) * pIn[c] + ct * amb_temp;
        }
    float* temp = in;
    in = out;
    out = temp;
  }
}
