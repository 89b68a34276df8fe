/* Rodinia's style of SRAD, with q0sqr given: four derivatives, a coefficient that is limited, and its divergence.
   arrays: float J[18*22]; float c[18*22]; float dN[18*22]; float dS[18*22]; float dW[18*22]; float dE[18*22];
   call: srad(18, 22, 4, 0.5f, 0.05f, J, c, dN, dS, dW, dE);
   options: -D rows=18 -D cols=22 -D niter=4
   set: lambda=0.5 q0sqr=0.05
   fields: J=J c=c dN=dN dS=dS dW=dW dE=dE */
void srad(int rows, int cols, int niter, float lambda, float q0sqr, float* J, float* c, float* dN, float* dS, float* dW,
          float* dE) {
  for (int iter = 0; iter < niter; iter++) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        int k = i * cols + j;
        int north = i > 0 ? i - 1 : 0, south = i < rows - 1 ? i + 1 : rows - 1;
        int west = j > 0 ? j - 1 : 0, east = j < cols - 1 ? j + 1 : cols - 1;
        float Jc = J[k];
        dN[k] = J[north * cols + j] - Jc;
        dS[k] = J[south * cols + j] - Jc;
        dW[k] = J[i * cols + west] - Jc;
        dE[k] = J[i * cols + east] - Jc;
        float G2 = (dN[k] * dN[k] + dS[k] * dS[k] + dW[k] * dW[k] + dE[k] * dE[k]) / (Jc * Jc);
        float L = (dN[k] + dS[k] + dW[k] + dE[k]) / Jc;
        float num = (0.5 * G2) - ((1.0 / 16.0) * (L * L));
        float den = 1 + (.25 * L);
        float qsqr = num / (den * den);
        den = (qsqr - q0sqr) / (q0sqr * (1 + q0sqr));
        c[k] = 1.0 / (1.0 + den);
        if (c[k] < 0) {
          c[k] = 0;
        } else if (c[k] > 1) {
          c[k] = 1;
        }
      }
    }
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        int k = i * cols + j;
        int south = i < rows - 1 ? i + 1 : rows - 1;
        int east = j < cols - 1 ? j + 1 : cols - 1;
        float cN = c[k];
        float cS = c[south * cols + j];
        float cW = c[k];
        float cE = c[i * cols + east];
        float D = cN * dN[k] + cS * dS[k] + cW * dW[k] + cE * dE[k];
        J[k] = J[k] + 0.25 * lambda * D;
      }
    }
  }
}
