/* Rodinia's style of HotSpot: corners and edges by if, flat indices, parameters by value.
   arrays: float temp[18*26]; float result[18*26]; float power[18*26];
   call: single_iteration(result, temp, power, 18, 26, 0.1f, 0.2f, 0.3f, 0.05f, 80.0f);
   options: -D row=18 -D col=26 -D Cap_1=0.1f -D Rx_1=0.2f -D Ry_1=0.3f -D Rz_1=0.05f -D amb_temp=80.0f
   fields: result=result temp=temp power=power */
typedef float FLOAT;
void single_iteration(FLOAT* result, FLOAT* temp, FLOAT* power, int row, int col, FLOAT Cap_1, FLOAT Rx_1, FLOAT Ry_1,
                      FLOAT Rz_1, FLOAT amb_temp) {
  FLOAT delta;
  for (int r = 0; r < row; r++) {
    for (int c = 0; c < col; c++) {
      if ((r == 0) && (c == 0)) {
        delta = (Cap_1) *
                (power[0] + (temp[1] - temp[0]) * Rx_1 + (temp[col] - temp[0]) * Ry_1 + (amb_temp - temp[0]) * Rz_1);
      } else if ((r == 0) && (c == col - 1)) {
        delta = (Cap_1) * (power[c] + (temp[c - 1] - temp[c]) * Rx_1 + (temp[c + col] - temp[c]) * Ry_1 +
                           (amb_temp - temp[c]) * Rz_1);
      } else if ((r == row - 1) && (c == col - 1)) {
        delta =
            (Cap_1) * (power[r * col + c] + (temp[r * col + c - 1] - temp[r * col + c]) * Rx_1 +
                       (temp[(r - 1) * col + c] - temp[r * col + c]) * Ry_1 + (amb_temp - temp[r * col + c]) * Rz_1);
      } else if ((r == row - 1) && (c == 0)) {
        delta = (Cap_1) * (power[r * col] + (temp[r * col + 1] - temp[r * col]) * Rx_1 +
                           (temp[(r - 1) * col] - temp[r * col]) * Ry_1 + (amb_temp - temp[r * col]) * Rz_1);
      } else if (r == 0) {
        delta = (Cap_1) * (power[c] + (temp[c + 1] + temp[c - 1] - 2.0f * temp[c]) * Rx_1 +
                           (temp[col + c] - temp[c]) * Ry_1 + (amb_temp - temp[c]) * Rz_1);
      } else if (c == col - 1) {
        delta = (Cap_1) * (power[r * col + c] +
                           (temp[(r + 1) * col + c] + temp[(r - 1) * col + c] - 2.0f * temp[r * col + c]) * Ry_1 +
                           (temp[r * col + c - 1] - temp[r * col + c]) * Rx_1 + (amb_temp - temp[r * col + c]) * Rz_1);
      } else if (r == row - 1) {
        delta =
            (Cap_1) *
            (power[r * col + c] + (temp[r * col + c + 1] + temp[r * col + c - 1] - 2.0f * temp[r * col + c]) * Rx_1 +
             (temp[(r - 1) * col + c] - temp[r * col + c]) * Ry_1 + (amb_temp - temp[r * col + c]) * Rz_1);
      } else if (c == 0) {
        delta = (Cap_1) * (power[r * col] + (temp[(r + 1) * col] + temp[(r - 1) * col] - 2.0f * temp[r * col]) * Ry_1 +
                           (temp[r * col + 1] - temp[r * col]) * Rx_1 + (amb_temp - temp[r * col]) * Rz_1);
      } else {
        delta = (Cap_1) * (power[r * col + c] +
                           (temp[(r + 1) * col + c] + temp[(r - 1) * col + c] - 2.f * temp[r * col + c]) * Ry_1 +
                           (temp[r * col + c + 1] + temp[r * col + c - 1] - 2.f * temp[r * col + c]) * Rx_1 +
                           (amb_temp - temp[r * col + c]) * Rz_1);
      }
      result[r * col + c] = temp[r * col + c] + delta;
    }
  }
}
